import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './Kbd';

export type ButtonKind = 'primary' | 'normal' | 'danger' | 'quiet';

const kinds: Record<ButtonKind, string> = {
  primary: 'border-ink bg-ink text-inv hover:opacity-90',
  normal: 'border-line-strong bg-surface text-text hover:bg-hover',
  danger: 'border-stop-line bg-surface text-stop hover:bg-stop-bg',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-text',
};

export interface ButtonProps extends ComponentProps<typeof BaseButton> {
  kind?: ButtonKind;
  size?: 'small' | 'normal' | 'large';
  icon?: ReactNode;
  /** The keys that do the same, as shown ("Ctrl N"). */
  keys?: string;
  className?: string;
}

const sizes = { small: 'h-[26px] px-2.5', normal: 'h-[30px] px-3', large: 'h-[34px] px-3.5' };

/** A disabled button that must say why: give `focusableWhenDisabled` and wrap it in a Tooltip. */
export function Button({ kind = 'normal', size = 'normal', icon, keys, className, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-[7px] rounded-md border text-md font-[530] whitespace-nowrap',
        'transition-colors duration-100 data-disabled:opacity-50',
        sizes[size],
        kinds[kind],
        className,
      )}
    >
      {icon}
      {children}
      {keys === undefined ? null : (
        <Kbd className={kind === 'primary' || kind === 'normal' ? 'text-current opacity-70' : 'text-current'}>
          {keys}
        </Kbd>
      )}
    </BaseButton>
  );
}
