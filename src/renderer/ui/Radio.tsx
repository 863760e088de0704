import { Radio as Base } from '@base-ui/react/radio';
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from './cx';

export interface RadioGroupProps {
  label?: string;
  labelledBy?: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  className?: string;
}

export function RadioGroup({ label, labelledBy, value, onChange, children, className }: RadioGroupProps) {
  return (
    <BaseGroup
      aria-label={label}
      aria-labelledby={labelledBy}
      value={value}
      onValueChange={(next) => onChange(next)}
      className={cx('flex flex-col gap-1.5', className)}
    >
      {children}
    </BaseGroup>
  );
}

export interface RadioRowProps {
  value: string;
  /** The accessible name. */
  label: string;
  children: ReactNode;
  disabled?: boolean;
  /** Shown at the right: a key, a word. */
  end?: ReactNode;
}

/** A whole row that is one choice: border and tint say that it is chosen, and so does the ring. */
export function RadioRow({ value, label, children, disabled, end }: RadioRowProps) {
  return (
    <Base.Root
      value={value}
      disabled={disabled}
      aria-label={label}
      render={<div />}
      nativeButton={false}
      className={cx(
        'group grid min-h-[38px] grid-cols-[20px_1fr_auto] items-center gap-[9px] rounded-md border border-line bg-surface px-[11px] py-1.5 text-left',
        'hover:border-line-strong data-checked:border-focus data-checked:bg-work-bg data-disabled:opacity-60',
      )}
    >
      <span
        aria-hidden="true"
        className="size-[15px] rounded-full border-[1.5px] border-line-strong group-data-checked:border-[4.5px] group-data-checked:border-focus"
      />
      <span className="min-w-0">{children}</span>
      {end === undefined ? <span /> : end}
    </Base.Root>
  );
}
