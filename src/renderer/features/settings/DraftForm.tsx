import type { AppError } from '@shared/errors';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';

export interface DraftFormProps {
  label: string;
  /** Whether leaving it loses something. */
  changed: boolean;
  busy: boolean;
  /** Why it was not saved. */
  refused: AppError | null;
  onSave: () => Promise<void>;
  onClose: () => void;
  /** Beside saving. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What is written and then saved whole. Escape leaves it, and asks first where something was written. */
export function DraftForm({ label, changed, busy, refused, onSave, onClose, actions, children }: DraftFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [leaving, setLeaving] = useState(false);
  const leave = () => (changed ? setLeaving(true) : onClose());
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
    >
      <form
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          void onSave();
        }}
        className="flex flex-col gap-4 rounded-lg border border-line-strong bg-surface p-4"
      >
        {children}
        {refused === null ? null : (
          <p role="alert" className="text-stop selectable">
            {errorText(refused)}
          </p>
        )}
        <div className="flex items-center gap-2">
          <Button kind="primary" type="submit" disabled={busy}>
            {t('common.save')}
          </Button>
          {actions}
          <span className="flex-1" />
          <Button kind="quiet" onClick={leave}>
            {t('common.cancel')}
          </Button>
        </div>
        <ConfirmDialog
          open={leaving}
          title={t('agents.unsaved')}
          text={t('agents.unsavedText')}
          action={t('agents.discard')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      </form>
    </div>
  );
}
