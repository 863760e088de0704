import { Button as BaseButton } from '@base-ui/react/button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from './ChoiceMenu';
import type { Starring } from './ChoiceRow';
import { ChoiceSearch } from './ChoiceSearch';
import { type Choice, sectionsOf } from './choices';

export interface ChoicePickerProps {
  /** What is chosen: "Mode". */
  label: string;
  /** Says the label before the value too, where the value alone tells nothing. */
  showLabel?: boolean;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  onOpen?: () => void;
  /** Where choices can be starred. */
  starring?: Starring;
}

/** So many choices that one types to find one. */
const MANY = 10;
const NONE: readonly string[] = [];

/** A quiet button that shows the choice in force and opens the others; with a field to filter where there are many. */
export function ChoicePicker(props: ChoicePickerProps) {
  const { label, showLabel, value, choices, onChange, onOpen, starring } = props;
  const { t } = useTranslation();
  // While it is open the order stays as it was: nothing moves under the pointer while one stars.
  const [kept, keep] = useState<readonly string[] | null>(null);
  const first = kept ?? starring?.values ?? NONE;
  const [told, setTold] = useState('');
  const words = useMemo(() => ({ favourites: t('choices.favourites'), others: t('choices.others') }), [t]);
  const sections = useMemo(() => sectionsOf(choices, first, words), [choices, first, words]);
  const shown = labelOf(choices, value);
  const List = choices.length > MANY ? ChoiceSearch : ChoiceMenu;
  return (
    <>
      <List
        label={label}
        value={value}
        sections={sections}
        onChange={onChange}
        onOpenChange={(open) => {
          setTold('');
          keep(open ? first : null);
          if (open) onOpen?.();
        }}
        starring={
          starring && {
            ...starring,
            onToggle: (starred) => {
              const isStarred = starring.values.includes(starred);
              starring.onToggle(starred);
              setTold(t(isStarred ? 'choices.unstarred' : 'choices.starred', { name: labelOf(choices, starred) }));
            },
          }
        }
        trigger={
          <BaseButton
            aria-label={`${label}: ${shown}`}
            className="inline-flex h-[26px] max-w-56 items-center gap-1.5 rounded-sm px-[7px] text-sm font-[530] text-muted hover:bg-hover data-popup-open:bg-hover"
          >
            {showLabel ? <span className="truncate">{label}</span> : null}
            <span className={showLabel ? 'truncate text-faint' : 'truncate'}>{shown}</span>
          </BaseButton>
        }
      />
      <span role="status" className="sr-only">
        {told}
      </span>
    </>
  );
}

const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;
