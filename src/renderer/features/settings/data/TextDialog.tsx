import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Dialog';

/** A text to be read and copied before anything is done with it. */
export function TextDialog({
  title,
  description,
  text,
  actions,
  onClose,
}: {
  title: string;
  description?: string;
  /** Null: not there yet. */
  text: string | null;
  actions?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={title} description={description} wide actions={actions}>
      {text === null ? (
        <p className="text-muted">{t('common.loading')}</p>
      ) : (
        <textarea
          readOnly
          spellCheck={false}
          wrap="off"
          aria-label={title}
          value={text}
          className="h-[46vh] w-full resize-none rounded-md border border-line bg-code px-3 py-2 font-mono text-xs leading-[18px] selectable focus-visible:outline-offset-[-2px]"
        />
      )}
    </Dialog>
  );
}
