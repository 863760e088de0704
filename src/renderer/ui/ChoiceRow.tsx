import { Star } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from './choices';
import { cx } from './cx';
import { Kbd } from './Kbd';

/** How choices are starred. */
export interface Starring {
  values: readonly string[];
  onToggle: (value: string) => void;
  /** The keys as shown, and as `aria-keyshortcuts` wants them. */
  keys: { shown: string; aria: string };
}

export const choiceRow =
  'group/choice flex min-h-[28px] items-start gap-2 rounded-sm py-[5px] pr-1.5 pl-2 outline-none select-none data-highlighted:bg-select';
export const choiceHeading = 'px-2 pt-2 pb-1 text-xs text-faint select-none';

export interface ChoiceRowProps {
  choice: Choice;
  /** The tick of the one in force. */
  tick: ReactNode;
  /** It stands away from its group, which is said beside it. */
  isAway: boolean;
  starring: Starring | undefined;
}

export function ChoiceRow({ choice, tick, isAway, starring }: ChoiceRowProps) {
  const { t } = useTranslation();
  const { value, label, description, group } = choice;
  const isStarred = starring?.values.includes(value) ?? false;
  return (
    <>
      <span className="mt-[3px] grid size-3.5 shrink-0 place-items-center">{tick}</span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate">{label}</span>
          {isAway && group !== undefined ? <span className="shrink-0 text-xs text-faint">{group}</span> : null}
        </span>
        {description ? <span className="block text-sm text-muted">{description}</span> : null}
        {isStarred ? <span className="sr-only">, {t('choices.favourite')}</span> : null}
      </span>
      {starring === undefined ? null : (
        // For the pointer only: the keys do the same, and an option may hold nothing that takes the focus.
        <span
          aria-hidden="true"
          title={t(isStarred ? 'choices.unstar' : 'choices.star')}
          onClick={(event) => {
            event.stopPropagation();
            starring.onToggle(value);
          }}
          onMouseUp={stop}
          className={cx(
            'grid size-5 shrink-0 place-items-center rounded-sm hover:bg-hover',
            isStarred
              ? 'text-need'
              : 'text-faint opacity-0 group-hover/choice:opacity-100 group-data-highlighted/choice:opacity-100',
          )}
        >
          <Star className="size-3.5" strokeWidth={1.6} fill={isStarred ? 'currentColor' : 'none'} />
        </span>
      )}
    </>
  );
}

const stop = (event: MouseEvent) => event.stopPropagation();

/** What the list's keys do besides walking it: $mod+D stars what is highlighted. */
export function starByKey(starring: Starring | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (starring === undefined || event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const value = event.currentTarget.querySelector('[data-highlighted]')?.getAttribute('data-choice');
    if (value !== null && value !== undefined) starring.onToggle(value);
  };
}

export function StarHint({ starring }: { starring: Starring | undefined }) {
  const { t } = useTranslation();
  if (starring === undefined) return null;
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 items-center justify-between gap-3 border-t border-line px-3 py-1.5 text-xs text-faint select-none"
    >
      {t('choices.starHint')}
      <Kbd>{starring.keys.shown}</Kbd>
    </div>
  );
}
