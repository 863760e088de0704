import type { ReactNode } from 'react';
import { Button, type ButtonKind } from '../../ui/Button';

/** A click that a key made (Enter or space on a focused button). */
const byKeyboard = (event: { detail: number }): boolean => event.detail === 0;

export interface AskButtonProps {
  kind?: ButtonKind;
  /** It keeps the focus while an answer is on its way. */
  disabled: boolean;
  keys?: string;
  className?: string;
  onPress: (viaKeyboard: boolean) => void;
  children: ReactNode;
}

/** One of a request's answers; it tells whether a key pressed it, since keys count only when a card has been there a while. */
export function AskButton({ kind, disabled, keys, className, onPress, children }: AskButtonProps) {
  return (
    <Button
      kind={kind}
      focusableWhenDisabled
      disabled={disabled}
      keys={keys}
      className={className}
      onClick={(event) => onPress(byKeyboard(event))}
    >
      {children}
    </Button>
  );
}

/** What answers nothing: the last, at the other end of the row. */
export function LeaveAsk({ disabled, onPress, children }: Pick<AskButtonProps, 'disabled' | 'onPress' | 'children'>) {
  return (
    <AskButton kind="quiet" className="ml-auto" disabled={disabled} keys="Esc" onPress={onPress}>
      {children}
    </AskButton>
  );
}
