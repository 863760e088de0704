import { Dialog } from '@base-ui/react/dialog';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from './cx';

export interface ListDialogProps {
  title: string;
  onClose: () => void;
  /** The field, or the list itself where there is none: it has the focus all the time. */
  focus: RefObject<HTMLElement | null>;
  className?: string;
  children: ReactNode;
}

/** A list that one goes through by keys and takes one thing from, over everything else. */
export function ListDialog({ title, onClose, focus, className, children }: ListDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          initialFocus={focus}
          className={cx(
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-48px)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card outline-none',
            'narrow:w-[calc(100vw-24px)] short:top-2 short:max-h-[calc(100vh-16px)]',
            className,
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface ListFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The list's id, and the id of what is chosen in it. */
  list: string;
  active: string | undefined;
  isOpen: boolean;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What is typed to find something in the list below. */
export function ListField({ field, list, active, isOpen, label, value, onChange, onKeyDown }: ListFieldProps) {
  return (
    <input
      ref={field}
      role="combobox"
      aria-expanded={isOpen}
      aria-controls={list}
      aria-activedescendant={active}
      aria-label={label}
      placeholder={label}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className="h-11 shrink-0 truncate border-b border-line bg-transparent px-4 text-lg outline-none selectable short:h-9"
    />
  );
}
