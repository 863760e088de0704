import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChoiceListProps } from './ChoiceMenu';
import { choiceHeading, choiceRow, ChoiceRow, starByKey, StarHint } from './ChoiceRow';
import { type Choice, type ChoiceSection, matchesQuery } from './choices';

/** Many choices: a list below a field that one types into to find one. */
export function ChoiceSearch({ trigger, label, value, sections, onChange, onOpenChange, starring }: ChoiceListProps) {
  const { t } = useTranslation();
  const current = sections.flatMap(({ items }) => items).find((choice) => choice.value === value) ?? null;
  return (
    <Combobox.Root
      items={sections}
      value={current}
      autoHighlight
      filter={matchesQuery}
      itemToStringLabel={(choice: Choice) => choice.label}
      isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
      onValueChange={(choice: Choice | null) => (choice === null ? undefined : onChange(choice.value))}
      onOpenChange={onOpenChange}
    >
      <Combobox.Trigger
        render={trigger}
        onKeyDown={(event) => {
          // Base UI would choose by a letter while the list is closed: another model, without one having looked.
          if (event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler();
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            aria-label={label}
            onKeyDown={starByKey(starring)}
            className="flex max-h-[min(400px,var(--available-height))] w-80 flex-col overflow-hidden rounded-md border border-line-strong bg-raised text-md shadow-card outline-none"
          >
            <Combobox.Input
              aria-label={label}
              aria-keyshortcuts={starring?.keys.aria}
              placeholder={t('common.find')}
              className="h-9 shrink-0 border-b border-line bg-transparent px-3 outline-none selectable"
            />
            <Combobox.Empty className="px-3 text-muted not-empty:py-2">{t('common.nothing')}</Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto p-1 empty:p-0">
              {({ key, heading, items }: ChoiceSection) => (
                <Combobox.Group key={key} items={[...items]}>
                  {heading === null ? null : (
                    <Combobox.GroupLabel className={choiceHeading}>{heading}</Combobox.GroupLabel>
                  )}
                  <Combobox.Collection>
                    {(choice: Choice) => (
                      <Combobox.Item key={choice.value} value={choice} data-choice={choice.value} className={choiceRow}>
                        <ChoiceRow
                          choice={choice}
                          isAway={key === 'favourites'}
                          starring={starring}
                          tick={
                            <Combobox.ItemIndicator>
                              <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                            </Combobox.ItemIndicator>
                          }
                        />
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
            <StarHint starring={starring} />
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
