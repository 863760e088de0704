import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { choiceHeading, choiceRow, ChoiceRow, starByKey, StarHint, type Starring } from './ChoiceRow';
import type { ChoiceSection } from './choices';

export interface ChoiceListProps {
  /** The element that opens it. */
  trigger: ReactElement;
  label: string;
  value: string;
  sections: readonly ChoiceSection[];
  onChange: (value: string) => void;
  onOpenChange: (open: boolean) => void;
  starring: Starring | undefined;
}

/** Few choices: a menu of them. */
export function ChoiceMenu({ trigger, label, value, sections, onChange, onOpenChange, starring }: ChoiceListProps) {
  return (
    <Base.Root modal={false} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" side="top" sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            onKeyDown={starByKey(starring)}
            className="z-50 flex max-h-[var(--available-height)] max-w-96 min-w-52 flex-col overflow-hidden rounded-md border border-line-strong bg-raised text-md shadow-card outline-none"
          >
            <Base.RadioGroup
              aria-label={label}
              value={value}
              onValueChange={(next) => onChange(String(next))}
              className="min-h-0 overflow-y-auto p-1"
            >
              {sections.map(({ key, heading, items }) => (
                <Base.Group key={key}>
                  {heading === null ? null : <Base.GroupLabel className={choiceHeading}>{heading}</Base.GroupLabel>}
                  {items.map((choice) => (
                    <Base.RadioItem
                      key={choice.value}
                      value={choice.value}
                      label={choice.label}
                      closeOnClick
                      data-choice={choice.value}
                      aria-keyshortcuts={starring?.keys.aria}
                      className={choiceRow}
                    >
                      <ChoiceRow
                        choice={choice}
                        isAway={key === 'favourites'}
                        starring={starring}
                        tick={
                          <Base.RadioItemIndicator>
                            <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                          </Base.RadioItemIndicator>
                        }
                      />
                    </Base.RadioItem>
                  ))}
                </Base.Group>
              ))}
            </Base.RadioGroup>
            <StarHint starring={starring} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
