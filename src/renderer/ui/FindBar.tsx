import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton';
import { useComposed } from './useComposed';

export interface FindBarProps {
  query: string;
  onQuery: (query: string) => void;
  /** The hit that is shown, counted from 0; -1: none. */
  at: number;
  count: number;
  /** There are more than were counted. */
  more?: boolean;
  searching?: boolean;
  onGo: (step: 1 | -1) => void;
  /** Where it can be closed by itself. */
  onClose?: () => void;
}

/** A word to look for in what is shown, how often it is there, and the way from one to the next. */
export function FindBar({ query, onQuery, at, count, more = false, searching = false, onGo, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const typed = useComposed(query, onQuery);
  useEffect(() => field.current?.focus(), []);
  const told =
    query === ''
      ? ''
      : count === 0
        ? t(searching ? 'findBar.searching' : 'findBar.none')
        : t(more ? 'findBar.placeOfMany' : 'findBar.place', { at: at + 1, total: count });
  return (
    <div
      role="search"
      className="flex h-[30px] items-center gap-0.5 rounded-md border border-line bg-surface pr-0.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus"
    >
      <input
        ref={field}
        type="text"
        aria-label={t('findBar.label')}
        placeholder={t('findBar.label')}
        {...typed}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            onGo(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape' && onClose) {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }
        }}
        className="h-full w-44 min-w-16 shrink truncate rounded-md bg-transparent px-2.5 text-md outline-none selectable"
      />
      <span
        role="status"
        className="min-w-16 shrink-0 pl-1.5 text-right text-sm text-faint tabular-nums narrow:min-w-0"
      >
        {told}
      </span>
      <IconButton size="small" label={t('findBar.previous')} disabled={count === 0} onClick={() => onGo(-1)}>
        <ChevronUp aria-hidden="true" size={13} />
      </IconButton>
      <IconButton size="small" label={t('findBar.next')} disabled={count === 0} onClick={() => onGo(1)}>
        <ChevronDown aria-hidden="true" size={13} />
      </IconButton>
      {onClose ? (
        <IconButton size="small" label={t('findBar.close')} onClick={onClose}>
          <X aria-hidden="true" size={13} />
        </IconButton>
      ) : null}
    </div>
  );
}
