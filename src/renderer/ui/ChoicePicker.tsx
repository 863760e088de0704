import { useTranslation } from 'react-i18next';
import { Button as BaseButton } from '@base-ui/react/button';
import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type Choice, Menu, MenuChoices } from './Menu';

export interface ChoicePickerProps {
  /** What is chosen: "Mode". */
  label: string;
  /** Says the label before the value too, where the value alone tells nothing. */
  showLabel?: boolean;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  onOpen?: () => void;
}

/** So many choices that one types to find one. */
const MANY = 10;
const trigger =
  'inline-flex h-[26px] max-w-56 items-center gap-1.5 rounded-sm px-[7px] text-sm font-[500] text-muted hover:bg-hover data-popup-open:bg-hover';

/** A quiet button that shows the choice in force and opens the others; with a field to filter where there are many. */
export function ChoicePicker(props: ChoicePickerProps) {
  return props.choices.length > MANY ? <FilteredPicker {...props} /> : <PlainPicker {...props} />;
}

const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

function Shown({ label, showLabel, value, choices }: ChoicePickerProps) {
  return (
    <>
      {showLabel ? <span className="truncate">{label}</span> : null}
      <span className={showLabel ? 'truncate text-faint' : 'truncate'}>{labelOf(choices, value)}</span>
    </>
  );
}

function PlainPicker(props: ChoicePickerProps) {
  const { label, value, choices, onChange, onOpen } = props;
  return (
    <Menu
      side="top"
      onOpenChange={(open) => (open ? onOpen?.() : undefined)}
      trigger={
        <BaseButton className={trigger} aria-label={`${label}: ${labelOf(choices, value)}`}>
          <Shown {...props} />
        </BaseButton>
      }
    >
      <MenuChoices label={label} value={value} choices={choices} onChange={onChange} />
    </Menu>
  );
}

function FilteredPicker(props: ChoicePickerProps) {
  const { t } = useTranslation();
  const { label, value, choices, onChange, onOpen } = props;
  const current = choices.find((choice) => choice.value === value) ?? null;
  return (
    <Combobox.Root
      items={[...choices]}
      value={current}
      itemToStringLabel={(choice: Choice) => choice.label}
      isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
      onValueChange={(choice: Choice | null) => (choice === null ? undefined : onChange(choice.value))}
      onOpenChange={(open) => (open ? onOpen?.() : undefined)}
    >
      <Combobox.Trigger className={trigger} aria-label={`${label}: ${labelOf(choices, value)}`}>
        <Shown {...props} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            aria-label={label}
            className="flex max-h-[min(360px,var(--available-height))] w-80 flex-col overflow-hidden rounded-md border border-line-strong bg-raised text-md shadow-card outline-none"
          >
            <Combobox.Input
              aria-label={label}
              placeholder={t('common.find')}
              className="h-9 shrink-0 border-b border-line bg-transparent px-3 outline-none selectable"
            />
            <Combobox.Empty className="px-3 text-muted not-empty:py-2">{t('common.nothing')}</Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto p-1 empty:p-0">
              {(choice: Choice) => (
                <Combobox.Item
                  key={choice.value}
                  value={choice}
                  className="flex min-h-[28px] items-start gap-2 rounded-sm px-2 py-[5px] outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="mt-[3px] grid size-3.5 shrink-0 place-items-center">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{choice.label}</span>
                    {choice.description ? <span className="block text-sm text-muted">{choice.description}</span> : null}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
