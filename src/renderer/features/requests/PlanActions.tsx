import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { byKeyboard } from './AskFrame';
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
  const same = { focusableWhenDisabled: true, disabled: sending } as const;
  const guarded = (open: () => void) => (event: { detail: number }) => {
    if (!byKeyboard(event) || keysCount()) open();
  };
  const reject = comments > 0 ? t('requests.plan.rejectComments', { count: comments }) : t('requests.plan.reject');
  const sendBack = isEdited ? t('requests.plan.sendEdited', { agent: agentName }) : reject;

  if (mode === 'edit') {
    return (
      <>
        <Button kind="primary" {...same} keys={keys} onClick={props.onBack}>
          {t('requests.plan.editDone')}
        </Button>
        <Button {...same} disabled={sending || !isEdited} onClick={props.onRestore}>
          {t('requests.plan.editDiscard')}
        </Button>
      </>
    );
  }
  if (mode === 'reason') {
    return (
      <>
        <Button kind="primary" {...same} keys={keys} onClick={(event) => props.onSendBack(byKeyboard(event))}>
          {sendBack}
        </Button>
        <Button {...same} keys="Esc" onClick={props.onBack}>
          {t('common.back')}
        </Button>
      </>
    );
  }
  const changed = isEdited || comments > 0;
  return (
    <>
      {changed ? (
        <>
          <Button kind="primary" {...same} keys={keys} onClick={(event) => props.onSendBack(byKeyboard(event))}>
            {sendBack}
          </Button>
          <Button {...same} onClick={(event) => props.onAccept(byKeyboard(event))}>
            {t('requests.plan.acceptOriginal')}
          </Button>
          <Button {...same} onClick={guarded(props.onEdit)}>
            {t('requests.plan.edit')}
          </Button>
          <Button {...same} onClick={props.onRestore}>
            {t('requests.plan.editDiscard')}
          </Button>
        </>
      ) : (
        <>
          <Button kind="primary" {...same} keys={keys} onClick={(event) => props.onAccept(byKeyboard(event))}>
            {t('requests.plan.accept')}
          </Button>
          <Button {...same} onClick={guarded(props.onReason)}>
            {t('requests.plan.comment')}
          </Button>
          <Button {...same} onClick={guarded(props.onEdit)}>
            {t('requests.plan.edit')}
          </Button>
        </>
      )}
      <Button
        kind="quiet"
        className="ml-auto"
        {...same}
        keys="Esc"
        onClick={(event) => props.onDismiss(byKeyboard(event))}
      >
        {t('common.dismiss')}
      </Button>
      {isEdited ? (
        <p className="w-full text-sm text-muted">{t('requests.plan.sendEditedHint', { agent: agentName })}</p>
      ) : null}
    </>
  );
}
