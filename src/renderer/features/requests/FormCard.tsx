import type { FormField, RequestOf } from '@shared/session/request';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../markdown/Markdown';
import { AskButton, LeaveAsk } from './AskButton';
import { AskFrame, isOnCard, isTyping } from './AskFrame';
import { useRequestDraft } from './drafts';
import { FieldRow } from './FieldRow';
import { contentOf, problemOf, startValue } from './formValues';
import type { CardPlace } from './RequestCard';
import { useAnswer } from './useAnswer';

/** A form that the agent wants filled in. */
export function FormCard({ request, agentName, sessionTitle }: { request: RequestOf<'form'> } & CardPlace) {
  const { t } = useTranslation();
  const { requestId, fields, message } = request;
  const [draft, change] = useRequestDraft(requestId);
  const { answer, keysCount } = useAnswer(request);
  const form = useRef<HTMLDivElement>(null);
  const valueOf = (field: FormField) => draft.fields[field.name] ?? startValue(field);

  const send = (viaKeyboard: boolean) => {
    if (viaKeyboard && !keysCount()) return;
    const first = fields.findIndex((field) => problemOf(field, valueOf(field)) !== null);
    if (first !== -1) {
      change({ tried: true });
      // What is wrong may stand far above the button.
      form.current?.children.item(first)?.querySelector<HTMLElement>('input, [role="radio"][tabindex="0"]')?.focus();
      return;
    }
    answer({ kind: 'form', decision: 'accepted', content: contentOf(fields, draft.fields) }, viaKeyboard);
  };
  const decline = (viaKeyboard: boolean) => answer({ kind: 'form', decision: 'declined' }, viaKeyboard);
  const cancel = (viaKeyboard: boolean) => answer({ kind: 'cancelled' }, viaKeyboard);

  return (
    <AskFrame
      request={request}
      region={t('requests.question.region')}
      heading={t('requests.form.title', { agent: agentName })}
      aside={sessionTitle ?? ''}
      error={draft.error}
      onKey={(event) => {
        if (draft.sending) return false;
        if (event.key === 'Escape' && !isTyping(event)) {
          cancel(true);
          return true;
        }
        const oneLine = event.target instanceof HTMLInputElement && isTyping(event);
        if (event.key === 'Enter' && (isOnCard(event) || oneLine || event.ctrlKey || event.metaKey)) {
          send(true);
          return true;
        }
        return false;
      }}
      actions={
        <>
          <AskButton kind="primary" disabled={draft.sending} keys="⏎" onPress={send}>
            {t('requests.form.send')}
          </AskButton>
          <AskButton disabled={draft.sending} onPress={decline}>
            {t('requests.form.decline')}
          </AskButton>
          <LeaveAsk disabled={draft.sending} onPress={cancel}>
            {t('common.cancel')}
          </LeaveAsk>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-3.5 pt-3 pb-3.5">
        {message.trim() === '' ? null : <Markdown text={message} />}
        <div ref={form} className="flex flex-col gap-3">
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={valueOf(field)}
              problem={draft.tried ? problemOf(field, valueOf(field)) : null}
              onChange={(value) => change({ fields: { ...draft.fields, [field.name]: value } })}
            />
          ))}
        </div>
      </div>
    </AskFrame>
  );
}
