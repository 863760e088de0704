import { planText } from '@shared/session/planText';
import type { RequestOf } from '@shared/session/request';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { shownKeys } from '../../ui/keys';
import { AskFrame, isTyping } from './AskFrame';
import { useRequestDraft } from './drafts';
import { PlanActions } from './PlanActions';
import { PlanBody } from './PlanBody';
import { PlanEditor } from './PlanEditor';
import { planReply, type ReplyWords, written } from './planReply';
import { PlanReview } from './PlanReview';
import { PlanTools } from './PlanTools';
import { ReasonField } from './ReasonField';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';

/** The plan that the agent proposes: to be read whole, commented and rewritten, then built, sent back, or dismissed. */
export function PlanCard({ request, agentName, sessionTitle, sessionId }: { request: RequestOf<'plan'> } & CardPlace) {
  const { t } = useTranslation();
  const { requestId, plan } = request;
  const [draft, change] = useRequestDraft(requestId);
  const { answer, keysCount } = useAnswer(request);
  const field = useRef<HTMLTextAreaElement>(null);
  const platform = useApp(({ app }) => app?.platform ?? 'linux');
  const say = useReplyWords();

  const markdown = draft.edited ?? plan.markdown;
  const isEdited = draft.edited !== null && draft.edited !== plan.markdown;
  const comments = written(draft.comments).length;
  const main = draft.mode !== 'choose' || isEdited || comments > 0 ? 'sendBack' : 'accept';

  const accept = (viaKeyboard: boolean) => answer({ kind: 'plan', decision: 'accepted' }, viaKeyboard);
  const dismiss = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);
  const sendBack = (viaKeyboard: boolean) =>
    answer(
      planReply({ words: draft.reason, comments: draft.comments, edited: isEdited ? markdown : null }, say),
      viaKeyboard,
    );
  const openField = (mode: 'reason' | 'edit') => {
    change({ mode });
    requestAnimationFrame(() => field.current?.focus());
  };

  const onKey = (event: KeyboardEvent): boolean => {
    if (draft.sending) return false;
    const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const escape = event.key === 'Escape';
    if (draft.mode !== 'choose') {
      if (enter && draft.mode === 'reason') sendBack(true);
      else if (enter || escape) change({ mode: 'choose' });
      return enter || escape;
    }
    if (isTyping(event)) {
      // In a comment: what was written there is sent.
      if (enter && main === 'sendBack') return sendBack(true);
      return false;
    }
    if (enter) (main === 'accept' ? accept : sendBack)(true);
    else if (escape) dismiss(true);
    return enter || escape;
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
      end={<PlanTools request={request} sessionId={sessionId} markdown={planText(plan, markdown)} />}
      onKey={onKey}
      actions={
        <PlanActions
          mode={draft.mode}
          isEdited={isEdited}
          comments={comments}
          agentName={agentName}
          sending={draft.sending}
          keys={shownKeys('$mod+Enter', platform)}
          keysCount={keysCount}
          onAccept={accept}
          onSendBack={sendBack}
          onDismiss={dismiss}
          onReason={() => openField('reason')}
          onEdit={() => openField('edit')}
          onBack={() => change({ mode: 'choose' })}
          onRestore={() => change({ edited: null, comments: [], mode: 'choose' })}
        />
      }
    >
      {draft.mode === 'edit' ? (
        <PlanEditor
          ref={field}
          text={markdown}
          // Lines move: what was said of them is about the plan as it was.
          onText={(edited) => change({ edited, comments: [] })}
        />
      ) : (
        <div className="pt-3.5 pr-[18px] pb-4 pl-[30px]">
          <PlanBody
            plan={plan}
            text={
              <PlanReview
                markdown={markdown}
                comments={draft.comments}
                onComments={(next) => change({ comments: next })}
              />
            }
          />
        </div>
      )}
      {draft.mode === 'reason' ? (
        <ReasonField
          ref={field}
          label={t('requests.plan.reason')}
          hint={t('requests.plan.reasonHint', { agent: agentName })}
          value={draft.reason}
          onChange={(words) => change({ reason: words })}
        />
      ) : null}
    </AskFrame>
  );
}

function useReplyWords(): ReplyWords {
  const { t } = useTranslation();
  return {
    line: (line) => t('requests.plan.reply.line', { line }),
    edited: t('requests.plan.reply.edited'),
  };
}
