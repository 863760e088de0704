import { useTranslation } from 'react-i18next';
import { AskButton, LeaveAsk } from './AskButton';
import type { RequestDraft } from './drafts';

type Act = (viaKeyboard: boolean) => void;

export interface PlanActionsProps {
  mode: RequestDraft['mode'];
  isEdited: boolean;
  /** How many comments say something. */
  comments: number;
  agentName: string;
  sending: boolean;
  /** The main action's keys, as they are shown. */
  keys: string;
  keysCount: () => boolean;
  onAccept: Act;
  onSendBack: Act;
  onDismiss: Act;
  onReason: () => void;
  onEdit: () => void;
  onBack: () => void;
  /** Takes back what was edited and said. */
  onRestore: () => void;
}

/**
 * The answers to a plan. Accepting sends no text, so a plan that was edited can only go back, to be proposed so; the button
 * says it, and what was proposed can still be accepted as it was.
 */
export function PlanActions(props: PlanActionsProps) {
  const { mode, isEdited, comments, agentName, sending, keys, keysCount } = props;
  const { t } = useTranslation();
  const guarded = (open: () => void) => (viaKeyboard: boolean) => {
    if (!viaKeyboard || keysCount()) open();
  };
  const reject = comments > 0 ? t('requests.plan.rejectComments', { count: comments }) : t('requests.plan.reject');
  const sendBack = isEdited ? t('requests.plan.sendEdited', { agent: agentName }) : reject;

  if (mode === 'edit') {
    return (
      <>
        <AskButton kind="primary" disabled={sending} keys={keys} onPress={props.onBack}>
          {t('requests.plan.editDone')}
        </AskButton>
        <AskButton disabled={sending || !isEdited} onPress={props.onRestore}>
          {t('requests.plan.editDiscard')}
        </AskButton>
      </>
    );
  }
  if (mode === 'reason') {
    return (
      <>
        <AskButton kind="primary" disabled={sending} keys={keys} onPress={props.onSendBack}>
          {sendBack}
        </AskButton>
        <AskButton disabled={sending} keys="Esc" onPress={props.onBack}>
          {t('common.back')}
        </AskButton>
      </>
    );
  }
  const changed = isEdited || comments > 0;
  return (
    <>
      {changed ? (
        <>
          <AskButton kind="primary" disabled={sending} keys={keys} onPress={props.onSendBack}>
            {sendBack}
          </AskButton>
          <AskButton disabled={sending} onPress={props.onAccept}>
            {t('requests.plan.acceptOriginal')}
          </AskButton>
          <AskButton disabled={sending} onPress={guarded(props.onEdit)}>
            {t('requests.plan.edit')}
          </AskButton>
          <AskButton disabled={sending} onPress={props.onRestore}>
            {t('requests.plan.editDiscard')}
          </AskButton>
        </>
      ) : (
        <>
          <AskButton kind="primary" disabled={sending} keys={keys} onPress={props.onAccept}>
            {t('requests.plan.accept')}
          </AskButton>
          <AskButton disabled={sending} onPress={guarded(props.onReason)}>
            {t('requests.plan.comment')}
          </AskButton>
          <AskButton disabled={sending} onPress={guarded(props.onEdit)}>
            {t('requests.plan.edit')}
          </AskButton>
        </>
      )}
      <LeaveAsk disabled={sending} onPress={props.onDismiss}>
        {t('common.dismiss')}
      </LeaveAsk>
      {isEdited ? (
        <p className="w-full text-sm text-muted">{t('requests.plan.sendEditedHint', { agent: agentName })}</p>
      ) : null}
    </>
  );
}
