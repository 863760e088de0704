import type { RequestOf } from '@shared/session/request';
import { Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { shownKeys } from '../../ui/keys';
import { CopyButton } from '../markdown/CopyButton';
import { AskFrame, byKeyboard, isTyping } from './AskFrame';
import { useRequestDraft } from './drafts';
import { PlanBody, planText } from './PlanBody';
import { ReasonField } from './ReasonField';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';

/** The plan that the agent proposes: to be read whole, then built, sent back with words, or dismissed. */
export function PlanCard({ request, agentName, sessionTitle, sessionId }: { request: RequestOf<'plan'> } & CardPlace) {
  const { t } = useTranslation();
  const { requestId, plan } = request;
  const [draft, change] = useRequestDraft(requestId);
  const { answer, keysCount } = useAnswer(request);
  const reason = useRef<HTMLTextAreaElement>(null);
  const platform = useApp(({ app }) => app?.platform ?? 'linux');
  const mod = shownKeys('$mod+Enter', platform);

  const accept = (viaKeyboard: boolean) => answer({ kind: 'plan', decision: 'accepted' }, viaKeyboard);
  const dismiss = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);
  const reject = (viaKeyboard: boolean) => {
    const words = draft.reason.trim();
    return answer({ kind: 'plan', decision: 'rejected', ...(words === '' ? {} : { reason: words }) }, viaKeyboard);
  };

  return (
    <AskFrame
      request={request}
      region={t('requests.plan.region')}
      heading={t('requests.plan.region')}
      aside={[sessionTitle, t('requests.plan.by', { agent: agentName })]
        .filter((part) => part !== undefined && part !== '')
        .join(' · ')}
      error={draft.error}
      end={<PlanTools request={request} sessionId={sessionId} />}
      onKey={(event) => {
        if (draft.sending) return false;
        const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (draft.mode === 'reason') {
          if (enter) reject(true);
          else if (event.key === 'Escape') change({ mode: 'choose' });
          return enter || event.key === 'Escape';
        }
        if (isTyping(event)) return false;
        if (enter) accept(true);
        else if (event.key === 'Escape') dismiss(true);
        return enter || event.key === 'Escape';
      }}
      actions={
        draft.mode === 'reason' ? (
          <>
            <Button
              kind="primary"
              focusableWhenDisabled
              disabled={draft.sending}
              keys={mod}
              onClick={(event) => reject(byKeyboard(event))}
            >
              {t('requests.plan.reject')}
            </Button>
            <Button
              focusableWhenDisabled
              disabled={draft.sending}
              keys="Esc"
              onClick={() => change({ mode: 'choose' })}
            >
              {t('common.back')}
            </Button>
          </>
        ) : (
          <>
            <Button
              kind="primary"
              focusableWhenDisabled
              disabled={draft.sending}
              keys={mod}
              onClick={(event) => accept(byKeyboard(event))}
            >
              {t('requests.plan.accept')}
            </Button>
            <Button
              focusableWhenDisabled
              disabled={draft.sending}
              onClick={(event) => {
                if (byKeyboard(event) && !keysCount()) return;
                change({ mode: 'reason' });
                requestAnimationFrame(() => reason.current?.focus());
              }}
            >
              {t('requests.plan.comment')}
            </Button>
            <span className="grow" />
            <Button
              kind="quiet"
              focusableWhenDisabled
              disabled={draft.sending}
              keys="Esc"
              onClick={(event) => dismiss(byKeyboard(event))}
            >
              {t('common.dismiss')}
            </Button>
          </>
        )
      }
    >
      <div className="px-[18px] pt-3.5 pb-4">
        <PlanBody plan={plan} />
      </div>
      {draft.mode === 'reason' ? (
        <ReasonField
          ref={reason}
          label={t('requests.plan.reason')}
          hint={t('requests.plan.reasonHint', { agent: agentName })}
          value={draft.reason}
          onChange={(words) => change({ reason: words })}
        />
      ) : null}
    </AskFrame>
  );
}

/** Copy and save, also for a plan that is settled. */
export function PlanTools({ request, sessionId }: { request: RequestOf<'plan'>; sessionId: string | null }) {
  const { t } = useTranslation();
  const [told, setTold] = useState('');
  return (
    <span className="flex shrink-0 items-center gap-0.5">
      {told === '' ? null : (
        <span role="status" className="mr-1.5 max-w-60 truncate text-sm text-faint" title={told}>
          {told}
        </span>
      )}
      <CopyButton label={t('requests.plan.copy')} text={() => planText(request.plan)} />
      {sessionId === null ? null : (
        <IconButton
          size="small"
          label={t('requests.plan.save')}
          onClick={() => {
            void engine.call.sessions.savePlan({ sessionId, requestId: request.requestId }).then((result) => {
              if (!result.ok) setTold(t('requests.plan.notSaved'));
              else if (result.value !== null) setTold(t('requests.plan.saved', { path: result.value.path }));
            });
          }}
        >
          <Save aria-hidden="true" size={13} />
        </IconButton>
      )}
    </span>
  );
}
