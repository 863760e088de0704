import type { WireFrame } from '@shared/ipc/views';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TFunction } from 'i18next';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { listKey } from '../../ui/listKeys';

export interface FrameListProps {
  frames: readonly WireFrame[];
  chosen: WireFrame | undefined;
  /** Stays at the newest frame while the person has not scrolled up. */
  follow: boolean;
  onChoose: (index: number) => void;
  /** By Enter: into the text of the chosen one. */
  onTake: () => void;
  empty: string;
}

const ROW = 26;

export function FrameList({ frames, chosen, follow, onChoose, onTake, empty }: FrameListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const virtualizer = useVirtualizer({
    count: frames.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const last = frames.at(-1)?.index;
  useEffect(() => {
    if (follow && atEnd.current && frames.length > 0) virtualizer.scrollToIndex(frames.length - 1, { align: 'end' });
  }, [follow, last, frames.length, virtualizer]);
  const chosenAt = chosen === undefined ? -1 : frames.findIndex((frame) => frame.index === chosen.index);
  useEffect(() => {
    if (chosenAt !== -1) virtualizer.scrollToIndex(chosenAt, { align: 'auto' });
  }, [chosenAt, virtualizer]);

  const choose = (to: number) => {
    const frame = frames[to];
    if (frame !== undefined) onChoose(frame.index);
  };

  if (frames.length === 0) return <p className="flex-1 p-6 text-muted">{empty}</p>;
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t('inspector.frames')}
      aria-activedescendant={chosenAt === -1 ? undefined : `frame-${chosen?.index}`}
      onKeyDown={(event) =>
        listKey(event, {
          count: frames.length,
          // Where none is chosen, keys begin at the newest.
          at: chosenAt === -1 ? frames.length : chosenAt,
          move: choose,
          take: chosenAt === -1 ? () => choose(frames.length - 1) : onTake,
        })
      }
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < ROW;
      }}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const frame = frames[item.index];
          if (frame === undefined) return null;
          return (
            <div
              key={frame.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <FrameRow
                frame={frame}
                place={{ at: item.index + 1, of: frames.length }}
                chosen={frame.index === chosen?.index}
                paired={chosen !== undefined && (frame.index === chosen.pair || frame.pair === chosen.index)}
                onChoose={onChoose}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface FrameRowProps {
  frame: WireFrame;
  place: { at: number; of: number };
  chosen: boolean;
  paired: boolean;
  onChoose: (index: number) => void;
}

function FrameRow({ frame, place, chosen, paired, onChoose }: FrameRowProps) {
  const { t, i18n } = useTranslation();
  const out = frame.direction === 'toAgent';
  const Arrow = out ? ArrowRight : ArrowLeft;
  return (
    <div
      id={`frame-${frame.index}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-posinset={place.at}
      aria-setsize={place.of}
      onClick={() => onChoose(frame.index)}
      onKeyDown={undefined}
      className={cx(
        'grid h-[26px] grid-cols-[92px_16px_minmax(0,1fr)_auto_56px] items-center gap-2 px-4 font-mono narrow:grid-cols-[auto_16px_minmax(0,1fr)] text-xs whitespace-nowrap',
        chosen ? 'bg-select' : paired ? 'bg-work-bg' : 'hover:bg-hover',
      )}
    >
      <span className="text-faint tabular-nums">{timeText(i18n.language, frame.at)}</span>
      <Arrow aria-hidden="true" className={cx('size-3', out ? 'text-work' : 'text-go')} strokeWidth={2} />
      <span className={cx('truncate', tone(frame))}>
        <span className="sr-only">{out ? t('inspector.toAgent') : t('inspector.fromAgent')}, </span>
        {frame.method ??
          (frame.kind === 'noise' || frame.kind === 'stderr' ? frame.text : t(`inspector.kinds.${frame.kind}`))}
        {frame.id === null ? null : <span className="text-faint">{` #${frame.id}`}</span>}
      </span>
      <span className="text-faint narrow:hidden">{t(`inspector.kinds.${frame.kind}`)}</span>
      <span className="text-right text-faint tabular-nums narrow:hidden">{sizeText(t, frame.bytes)}</span>
    </div>
  );
}

function tone(frame: WireFrame): string {
  if (frame.kind === 'error' || frame.kind === 'noise') return 'text-stop';
  return frame.kind === 'stderr' ? 'text-need' : 'text-text';
}

export function timeText(locale: string, at: number): string {
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  return time.format(at);
}

export function sizeText(t: TFunction, bytes: number): string {
  return bytes < 1024
    ? t('inspector.bytes', { count: bytes })
    : t('inspector.kilobytes', { count: Math.round(bytes / 1024) });
}
