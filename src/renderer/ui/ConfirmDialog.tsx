import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { Dialog } from './Dialog';

export interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** What the button does, as a verb: "Delete". */
  action: string;
  /** What is decided with it. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** For what cannot be undone. The focus starts on the way out, so that a stray Enter does no harm. */
export function ConfirmDialog({ open, title, text, action, children, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      initialFocus={cancel}
      actions={
        <>
          <Button
            kind="danger"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {action}
          </Button>
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
