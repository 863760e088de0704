import type { SessionId } from '@shared/ids';
import type { PromptLine } from '@shared/ipc/reading';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../stores/app';
import { wantPlace } from '../../../stores/jump';
import { closeDialog } from '../../../stores/ui';
import { cx } from '../../../ui/cx';
import { ListDialog, ListField } from '../../../ui/ListDialog';
import { listKey } from '../../../ui/listKeys';
import { ListOption } from '../../../ui/ListOption';
import { readingOrdinal } from '../find/readingOrdinal';
import { usePrompts } from './usePrompts';

const ROW = 34;

/** All that the person asked in this session, to jump to; the one that is being read is marked. */
export function OutlineDialog({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const { prompts, isReading } = usePrompts(sessionId);
  const [here] = useState(readingOrdinal);
  const [query, setQuery] = useState('');
  /** null: nobody chose yet, so the current one is. */
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  // A dialog's contents come later than the dialog.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);

  const shown = useMemo(() => {
    const words = query.trim().toLowerCase().split(/\s+/);
    return prompts.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  }, [prompts, query]);
  const current = prompts.findLast(({ ordinal }) => here !== null && ordinal <= here)?.ordinal ?? prompts[0]?.ordinal;
  const wanted = chosen ?? current;
  const found = shown.findIndex(({ ordinal }) => ordinal === wanted);
  const at = found === -1 ? shown.length - 1 : found;

  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    getItemKey: (index) => shown[index]?.ordinal ?? index,
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 6,
    scrollPaddingStart: 6,
    scrollPaddingEnd: 6,
  });
  useEffect(() => {
    if (at >= 0 && scroller !== null) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at, scroller]);

  const take = (line: PromptLine | undefined) => {
    if (line === undefined) return;
    closeDialog();
    wantPlace({ sessionId, ordinal: line.ordinal, toTop: true });
  };

  return (
    <ListDialog title={t('outline.title')} onClose={closeDialog} focus={field} className="max-w-[560px]">
      <ListField
        field={field}
        list={list}
        active={at < 0 ? undefined : `${list}-${shown[at]?.ordinal ?? ''}`}
        isOpen={shown.length > 0}
        label={t('outline.field')}
        value={query}
        onChange={setQuery}
        onKeyDown={(event) =>
          listKey(event, {
            count: shown.length,
            at,
            move: (to) => setChosen(shown[to]?.ordinal ?? null),
            take: () => take(shown[at]),
            isWritten: query !== '',
          })
        }
      />
      {shown.length === 0 ? null : (
        <div
          ref={setScroller}
          id={list}
          role="listbox"
          aria-label={t('outline.list')}
          className="max-h-[52vh] overflow-y-auto"
        >
          <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const line = shown[index];
              return line === undefined ? null : (
                <OutlineRow
                  key={line.ordinal}
                  id={`${list}-${line.ordinal}`}
                  line={line}
                  place={{ index, start, total: shown.length }}
                  isCurrent={line.ordinal === current}
                  chosen={index === at}
                  onPoint={() => setChosen(line.ordinal)}
                  onTake={() => take(line)}
                />
              );
            })}
          </div>
        </div>
      )}
      <p role="status" className="border-t border-line px-4 py-2 text-sm text-faint">
        {isReading
          ? t('outline.reading')
          : shown.length === 0
            ? t(prompts.length === 0 ? 'outline.empty' : 'outline.none')
            : t('outline.count', { count: shown.length })}
      </p>
    </ListDialog>
  );
}

interface OutlineRowProps {
  id: string;
  line: PromptLine;
  place: { index: number; start: number; total: number };
  isCurrent: boolean;
  chosen: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function OutlineRow({ id, line, place, isCurrent, chosen, onPoint, onTake }: OutlineRowProps) {
  const { t } = useTranslation();
  const locale = useApp((state) => state.app?.locale ?? 'en');
  const [today] = useState(() => new Date().toDateString());
  const isToday = new Date(line.at).toDateString() === today;
  const when = new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(line.at);
  return (
    <ListOption
      id={id}
      chosen={chosen}
      aria-current={isCurrent ? 'true' : undefined}
      aria-posinset={place.index + 1}
      aria-setsize={place.total}
      onPoint={onPoint}
      onTake={onTake}
      style={{ top: place.start, height: ROW }}
      className="absolute right-1.5 left-1.5 flex items-center gap-2.5"
    >
      <span
        aria-hidden="true"
        className={cx('h-4 w-[3px] shrink-0 rounded-full', isCurrent ? 'bg-focus' : 'bg-transparent')}
      />
      <span className={cx('min-w-0 flex-1 truncate leading-[22px]', isCurrent && 'font-[560]')}>
        {line.text === '' ? t('outline.noText') : line.text}
      </span>
      <time dateTime={new Date(line.at).toISOString()} className="shrink-0 text-xs text-faint tabular-nums">
        {when}
      </time>
    </ListOption>
  );
}
