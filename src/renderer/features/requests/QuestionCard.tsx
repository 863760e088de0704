import type { RequestOf } from '@shared/session/request';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AskButton, LeaveAsk } from './AskButton';
import { AskFrame, isOnCard, isTyping, numberKey } from './AskFrame';
import { ChoiceRows, toggled } from './ChoiceRows';
import { useRequestDraft } from './drafts';
import { ReasonField } from './ReasonField';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';

const NONE: readonly string[] = [];

/** One question at a time; number keys choose, Enter goes on, Escape cancels. */
export function QuestionCard({ request, agentName, sessionTitle }: { request: RequestOf<'question'> } & CardPlace) {
  const { t } = useTranslation();
  const { requestId, questions } = request;
  const [draft, change] = useRequestDraft(requestId);
  const { answer, keysCount } = useAnswer(request);
  const reason = useRef<HTMLTextAreaElement>(null);
  const step = Math.min(draft.step, questions.length - 1);
  const question = questions[step];
  const selected = question ? (draft.selected[question.id] ?? NONE) : NONE;
  const last = step >= questions.length - 1;
  const canSkip = request.via === 'cursor' || request.skipOptionId !== undefined;

  const select = (ids: readonly string[]) => {
    if (question) change({ selected: { ...draft.selected, [question.id]: ids }, tried: false });
  };
  const cancel = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);
  const skip = (viaKeyboard: boolean) => {
    const words = draft.reason.trim();
    return answer({ kind: 'question', decision: 'skipped', ...(words === '' ? {} : { reason: words }) }, viaKeyboard);
  };
  const goOn = (viaKeyboard: boolean) => {
    if (viaKeyboard && !keysCount()) return;
    if (selected.length === 0) return change({ tried: true });
    if (!last) return change({ step: step + 1, tried: false });
    const missing = questions.findIndex((one) => (draft.selected[one.id] ?? NONE).length === 0);
    if (missing >= 0) return change({ step: missing, tried: true });
    const answers = questions.map((one) => ({
      questionId: one.id,
      selectedOptionIds: [...(draft.selected[one.id] ?? NONE)],
    }));
    answer({ kind: 'question', decision: 'answered', answers }, viaKeyboard);
  };

  return (
    <AskFrame
      request={request}
      region={t('requests.question.region')}
      // Asked by a permission, it is the title of a tool, which may be written as code.
      heading={(question?.prompt ?? request.title)?.replace(/^`([^`]*)`$/, '$1') ?? t('requests.question.region')}
      aside={[
        sessionTitle,
        request.title === question?.prompt ? undefined : request.title,
        sessionTitle === undefined ? undefined : agentName,
      ]
        .filter((part) => part !== undefined && part !== '')
        .join(' · ')}
      error={draft.error}
      end={
        questions.length > 1 ? (
          <span className="shrink-0 text-sm text-faint tabular-nums">
            {t('requests.question.step', { step: step + 1, total: questions.length })}
          </span>
        ) : undefined
      }
      onKey={(event) => {
        if (draft.sending) return false;
        if (draft.mode === 'reason') {
          const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (enter) skip(true);
          else if (event.key === 'Escape') change({ mode: 'choose' });
          return enter || event.key === 'Escape';
        }
        if (isTyping(event)) return false;
        if (event.key === 'Escape') {
          cancel(true);
          return true;
        }
        const onChoice = event.target instanceof HTMLElement && event.target.closest('[role="radio"], input') !== null;
        if (event.key === 'Enter' && (isOnCard(event) || onChoice)) {
          goOn(true);
          return true;
        }
        const option = question?.options[numberKey(event) ?? -1];
        if (option === undefined || !question) return false;
        if (keysCount()) select(question.allowMultiple ? toggled(selected, option.id, question.options) : [option.id]);
        return true;
      }}
      actions={
        draft.mode === 'reason' ? (
          <>
            <AskButton kind="primary" disabled={draft.sending} onPress={skip}>
              {t('requests.question.skip')}
            </AskButton>
            <AskButton disabled={draft.sending} keys="Esc" onPress={() => change({ mode: 'choose' })}>
              {t('common.back')}
            </AskButton>
          </>
        ) : (
          <>
            <AskButton kind="primary" disabled={draft.sending} keys="⏎" onPress={goOn}>
              {t(last ? 'requests.question.answer' : 'requests.question.next')}
            </AskButton>
            {step > 0 ? (
              <AskButton disabled={draft.sending} onPress={() => change({ step: step - 1, tried: false })}>
                {t('common.back')}
              </AskButton>
            ) : null}
            {canSkip ? (
              <AskButton
                disabled={draft.sending}
                onPress={(viaKeyboard) => {
                  if (viaKeyboard && !keysCount()) return;
                  if (request.via === 'permission') return void skip(viaKeyboard);
                  change({ mode: 'reason' });
                  requestAnimationFrame(() => reason.current?.focus());
                }}
              >
                {t(request.via === 'permission' ? 'requests.question.skip' : 'requests.question.skipWith')}
              </AskButton>
            ) : null}
            <LeaveAsk disabled={draft.sending} onPress={cancel}>
              {t('common.cancel')}
            </LeaveAsk>
          </>
        )
      }
    >
      {question ? (
        <div className="px-3.5 pt-3 pb-3">
          {question.allowMultiple ? <p className="mb-2 text-sm text-faint">{t('requests.question.several')}</p> : null}
          <ChoiceRows
            key={question.id}
            label={question.prompt}
            options={question.options}
            multiple={question.allowMultiple}
            selected={selected}
            onChange={select}
            numbered
          />
          {draft.tried && selected.length === 0 ? (
            <p role="alert" className="mt-2 text-sm text-stop">
              {t(question.allowMultiple ? 'requests.question.chooseSome' : 'requests.question.chooseOne')}
            </p>
          ) : null}
        </div>
      ) : null}
      {draft.mode === 'reason' ? (
        <ReasonField
          ref={reason}
          label={t('requests.question.reason')}
          hint={t('requests.question.reasonHint', { agent: agentName })}
          value={draft.reason}
          onChange={(words) => change({ reason: words })}
        />
      ) : null}
    </AskFrame>
  );
}
