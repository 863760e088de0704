import type { ComponentProps } from 'react';
import { useId } from 'react';
import { cx } from './cx';

export const fieldClass =
  'h-[30px] w-full rounded-md border border-line-strong bg-surface px-2.5 text-md text-ellipsis text-text selectable aria-invalid:border-stop focus-visible:outline-offset-0';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  /** What is wrong with it, as a sentence. */
  error?: string | null;
  mono?: boolean;
  hideLabel?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  mono,
  hideLabel,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const told = error ?? hint;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-[560] text-muted'}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={told ? `${id}-told` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cx(fieldClass, mono && 'font-mono text-sm')}
      />
      {told ? (
        <span id={`${id}-told`} className={cx('text-sm text-pretty', error ? 'text-stop' : 'text-faint')}>
          {told}
        </span>
      ) : null}
    </div>
  );
}
