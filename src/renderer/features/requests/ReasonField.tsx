import { type Ref, useId } from 'react';

export interface ReasonFieldProps {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

const MOST_CHARACTERS = 20_000;

/** Words for a refusal. What is typed here is kept until the request is settled. */
export function ReasonField({ ref, label, hint, value, onChange }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className="border-t border-line px-3.5 pt-2.5 pb-3">
      <label htmlFor={id} className="text-sm font-[560] text-muted">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={3}
        maxLength={MOST_CHARACTERS}
        value={value}
        placeholder={hint}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block max-h-60 w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-[7px] text-lg selectable [field-sizing:content] focus-visible:outline-offset-0"
      />
    </div>
  );
}
