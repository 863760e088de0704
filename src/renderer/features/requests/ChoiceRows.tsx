import type { QuestionOption } from './questionOption';
import { Check } from 'lucide-react';
import { cx } from '../../ui/cx';
import { Kbd } from '../../ui/Kbd';
import { RadioGroup, RadioRow } from '../../ui/Radio';

export interface ChoiceRowsProps {
  /** Names the group. */
  label: string;
  options: readonly QuestionOption[];
  multiple: boolean;
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
  /** Number keys are shown; whoever holds the rows listens to them. */
  numbered?: boolean;
}

/** One or several of some answers, each a whole row. */
export function ChoiceRows({ label, options, multiple, selected, onChange, numbered = false }: ChoiceRowsProps) {
  const keyOf = (index: number) => (numbered && index < 9 ? <Kbd>{String(index + 1)}</Kbd> : undefined);
  if (!multiple) {
    return (
      <RadioGroup label={label} value={selected[0] ?? ''} onChange={(id) => onChange([id])}>
        {options.map((option, index) => (
          <RadioRow key={option.id} value={option.id} label={option.label} end={keyOf(index)}>
            <OptionText option={option} />
          </RadioRow>
        ))}
      </RadioGroup>
    );
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option, index) => {
        const chosen = selected.includes(option.id);
        return (
          <label
            key={option.id}
            className={cx(
              'relative grid min-h-[38px] grid-cols-[20px_1fr_auto] items-center gap-[9px] rounded-md border px-[11px] py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
              chosen ? 'border-focus bg-work-bg' : 'border-line bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="checkbox"
              className="absolute inset-0 size-full opacity-0"
              checked={chosen}
              onChange={() => onChange(toggled(selected, option.id, options))}
            />
            <span
              aria-hidden="true"
              className={cx(
                'grid size-[15px] place-items-center rounded-[4px] border-[1.5px]',
                chosen ? 'border-focus bg-focus text-inv' : 'border-line-strong',
              )}
            >
              {chosen ? <Check size={10} strokeWidth={3.5} /> : null}
            </span>
            <OptionText option={option} />
            {keyOf(index) ?? <span />}
          </label>
        );
      })}
    </fieldset>
  );
}

function OptionText({ option }: { option: QuestionOption }) {
  return (
    <span className="block min-w-0">
      <span className="block break-words">{option.label}</span>
      {option.description === undefined || option.description === '' ? null : (
        <span className="block text-sm break-words text-muted">{option.description}</span>
      )}
    </span>
  );
}

/** In the order in which they are offered, whatever the order of the clicks. */
export function toggled(selected: readonly string[], id: string, options: readonly QuestionOption[]): string[] {
  const next = selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
  return options.filter((option) => next.includes(option.id)).map((option) => option.id);
}
