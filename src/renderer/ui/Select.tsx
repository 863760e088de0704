import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Choice } from './choices';
import { cx } from './cx';

export interface SelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  disabled?: boolean;
  className?: string;
  /** Points at a visible label in place of `label`. */
  labelledBy?: string;
}

export function Select({ label, value, choices, onChange, disabled, className, labelledBy }: SelectProps) {
  const items = choices.map((choice) => ({ value: choice.value, label: choice.label }));
  return (
    <Base.Root
      items={items}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        aria-label={labelledBy === undefined ? label : undefined}
        aria-labelledby={labelledBy}
        className={cx(
          'flex h-[30px] min-w-40 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-md text-text',
          'hover:bg-hover data-disabled:opacity-50',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-faint" strokeWidth={1.7} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="max-h-[var(--available-height)] min-w-[var(--anchor-width)] overflow-y-auto rounded-md border border-line-strong bg-raised p-1 text-md shadow-card outline-none">
            {choices.map((choice) => (
              <Base.Item
                key={choice.value}
                value={choice.value}
                className="flex min-h-[28px] items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-select"
              >
                <span className="grid size-3.5 shrink-0 place-items-center">
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText className="truncate">{choice.label}</Base.ItemText>
                {choice.description ? (
                  <span className="ml-auto truncate pl-3 text-sm text-faint">{choice.description}</span>
                ) : null}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
