import type { SessionId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import { elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOlder, useReplica, useSession } from '../../stores/replicas';
import { leavePlace } from '../../stores/readingPlaces';
import { dropStretch, readEarlier, readLater, useStretch } from '../../stores/stretch';
import { useFind } from '../../stores/find';
import { useUi } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { stepWithText } from '../../ui/turning';
import { wantPlace } from '../../stores/jump';
import { useFindMarks } from './find/useFindMarks';
import { estimateRow } from './estimateRow';
import { JumpToLatest } from './JumpToLatest';
import { RowFrame } from './RowFrame';
import { buildRows, emptyRows, type Row } from './rows';
import { useTranscriptPlace } from './transcriptContext';
import { usePromptSteps } from './outline/usePromptSteps';
import { useCarriedFocus } from './useCarriedFocus';
import { useCopy } from './useCopy';
import { useLetGo } from './useLetGo';
import { useKeptFocus } from './useKeptFocus';
import { useKeptRows } from './useKeptRows';
import { useNewSince } from './useNewSince';
import { useRowKeys } from './useRowKeys';
import { useReadingPlace } from './useReadingPlace';
import { useFollow } from './useFollow';
import { useGrowingEnd } from './useGrowingEnd';
import { useSettling } from './useSettling';
import { holds, startRow, useJumpTo, useMarked } from './useJumpTo';
import { WorkingLine } from './WorkingLine';

const PADDING_TOP = 20;
/** The same below the bar to find with, which lies over the view's upper edge. */
const PADDING_FIND = 56;
/** Room for the working line, so that its coming and going moves nothing. */
const PADDING_END = 48;

/**
 * The rows in view, and a few around them. Follows at the end; anywhere else the place that one reads at holds. `isLive`
 * false: the items are a stretch far from the session's end.
 */
export function RowsView({ items, isLive }: { items: readonly Item[]; isLive: boolean }) {
  const { t } = useTranslation();
  const region = t('transcript.region');
  const { sessionId, agentName } = useTranscriptPlace();
  const hasOlder = useHasOlder(sessionId, isLive);
  const follow = useFollow(isLive, hasOlder);
  const { setScroller, scroller, atEnd, hidesEnd, nearStart, nearEnd, toEnd, leaveEnd, waiting } = follow;
  const settling = useSettling(follow);
  const marked = useMarked(sessionId);
  const toLive = useCallback(() => {
    leavePlace(sessionId);
    dropStretch(sessionId);
    toEnd();
  }, [sessionId, toEnd]);
  const list = useRef(emptyRows);
  list.current = buildRows(items, list.current);
  const { rows } = list.current;

  const isFinding = useFind((state) => state.sessionId === sessionId);
  const paddingStart = isFinding ? PADDING_FIND : PADDING_TOP;
  const rangeExtractor = useKeptRows(rows, scroller);
  useKeptFocus(scroller);
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    initialOffset: () => rows.slice(0, startRow(sessionId, rows)).reduce((sum, row) => sum + estimateRow(row), 0),
    overscan: 8,
    rangeExtractor,
    paddingStart,
    scrollPaddingStart: isFinding ? PADDING_FIND : 0,
    paddingEnd: PADDING_END,
    anchorTo: 'end',
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    scrollToFn: (offset, options, instance) => {
      follow.moves(offset + (options.adjustments ?? 0), () => elementScroll(offset, options, instance));
    },
    observeElementOffset: follow.watch,
    ...settling.options,
  });
  useLayoutEffect(() => settling.afterCommit(virtual, rows));

  // The very first row has to come out below the bar; any other one can be scrolled to there.
  const showFirst = useEffectEvent(() => {
    if (atEnd || follow.offset() > PADDING_FIND) return;
    leaveEnd();
    virtual.scrollToOffset(0);
  });
  useLayoutEffect(() => {
    if (isFinding) showFirst();
  }, [isFinding]);

  useGrowingEnd(virtual, rows, atEnd && isLive);
  useLayoutEffect(stepWithText, [items]);

  // Only at first: joining the live end is no wish to be there.
  const [beginsLive] = useState(isLive);
  useLayoutEffect(() => {
    if (beginsLive) toEnd();
  }, [beginsLive, toEnd]);
  const isComing = useReadingPlace({
    sessionId,
    rows,
    atEnd: atEnd && isLive,
    comesBack: beginsLive,
    scroller,
    go: (index, offset) => {
      leaveEnd();
      virtual.scrollToIndex(index, { align: 'start' });
      // Once the rows around it are measured.
      requestAnimationFrame(() => {
        virtual.scrollToOffset((virtual.getOffsetForIndex(index, 'start')?.[0] ?? 0) + offset);
      });
    },
  });
  useOwnPrompt(sessionId, toLive);
  useEffect(() => waiting(rows.flatMap((row) => openRequest(row) ?? [])), [rows, waiting]);
  const isTall = (index: number): boolean =>
    (virtual.measurementsCache[index]?.size ?? 0) > (scroller.current?.clientHeight ?? 0);
  useJumpTo(sessionId, rows, (index, { quiet, toTop }) => {
    leaveEnd();
    virtual.scrollToIndex(index, { align: toTop || isTall(index) ? 'start' : 'center' });
    if (!quiet) scroller.current?.focus({ preventScroll: true });
  });
  useFindMarks(sessionId, rows, scroller, leaveEnd);
  const toLatest = () => {
    // The row or the button that has it goes.
    scroller.current?.focus({ preventScroll: true });
    toLive();
  };
  useCarriedFocus(sessionId, scroller);
  usePromptSteps(sessionId, scroller, toLive);
  const select = useCopy(sessionId, rows, scroller);
  useRowKeys({
    sessionId,
    rows,
    scroller,
    bring: (index) => {
      leaveEnd();
      virtual.scrollToIndex(index, { align: 'auto' });
    },
    toStart: () => {
      leaveEnd();
      if (hasOlder) wantPlace({ sessionId, ordinal: 0, toTop: true });
      else virtual.scrollToOffset(0);
      scroller.current?.focus({ preventScroll: true });
    },
    toEnd: toLatest,
    select: (reach) => {
      const isSelected = select(reach);
      // A list that does not have that end would have to give way to another one, and what is selected with it.
      if (isSelected && reach === 'start' && !hasOlder) {
        leaveEnd();
        virtual.scrollToOffset(0);
      } else if (isSelected && reach === 'end' && isLive) toEnd();
      return isSelected;
    },
  });
  useLetGo(sessionId, atEnd && isLive);
  const isCut = !isLive || (!atEnd && hidesEnd);
  const newItems = useNewSince(sessionId, atEnd && isLive, isComing);
  useVisit(rows, toLive, (index) => {
    const tall = isTall(index);
    // At the end a card that fits is in view already, and what follows its answer should be, too.
    if (atEnd && !tall && index >= rows.length - 2) return;
    leaveEnd();
    virtual.scrollToIndex(index, { align: tall ? 'start' : 'center' });
  });

  const shown = virtual.getVirtualItems();
  useEffect(() => {
    if (hasOlder && nearStart) void (isLive ? loadOlder(sessionId) : readEarlier(sessionId));
  }, [nearStart, hasOlder, isLive, rows.length, sessionId]);
  useEffect(() => {
    if (!isLive && nearEnd) void readLater(sessionId);
  }, [nearEnd, isLive, rows.length, sessionId]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Answers and cards bring headings from the third level down. */}
      <h2 className="sr-only">{region}</h2>
      <div
        ref={setScroller}
        role="log"
        aria-live="off"
        aria-label={region}
        className={cx('transcript', isCut && 'transcript-cut')}
      >
        <div ref={virtual.containerRef} className="relative w-full">
          {hasOlder ? <p className="transcript-older">{t('transcript.loadingOlder')}</p> : null}
          {shown.map((entry) => {
            const row = rows[entry.index];
            if (row === undefined) return null;
            return (
              <RowFrame
                key={row.key}
                row={row}
                index={entry.index}
                agentName={agentName}
                found={marked !== null && holds(row, marked)}
                waits={entry.index === rows.length - 1 ? openRequest(row) : undefined}
                measure={virtual.measureElement}
              />
            );
          })}
          {isLive ? <WorkingLine /> : <p className="transcript-later">{t('transcript.loadingNewer')}</p>}
        </div>
      </div>
      {isCut ? <JumpToLatest newItems={newItems} onClick={toLatest} /> : null}
      <div className="transcript-ring" />
    </div>
  );
}

/** The id of the request that waits in this row. */
const openRequest = (row: Row): string | undefined =>
  row.kind === 'item' && row.item.kind === 'request' && row.item.settlement === null
    ? row.item.request.requestId
    : undefined;

function useHasOlder(sessionId: SessionId, isLive: boolean): boolean {
  const live = useReplica(sessionId, (replica) => replica.hasOlder) ?? false;
  const stretch = useStretch((state) => state.stretch?.hasOlder ?? false);
  return isLive ? live : stretch;
}

/** What one has just sent is what one wants to see, wherever one was reading. */
function useOwnPrompt(sessionId: SessionId, toEnd: () => void): void {
  const next = useSession(sessionId, ({ nextOrdinal }) => nextOrdinal) ?? 0;
  const last = useSession(
    sessionId,
    ({ items }) => items.findLast((item) => item.kind === 'message' && item.role === 'user')?.ordinal,
  );
  const seen = useRef(next - 1);
  useEffect(() => {
    // An older one may come with a page of what was before.
    if (last === undefined || last <= seen.current) return;
    seen.current = last;
    toEnd();
  }, [last, toEnd]);
}

/** The visit that was last brought on screen, by whichever list: one that comes later owes it nothing. */
let visited = 0;

/** The person went to a request: its card comes into view (and takes the focus by itself). Once it is answered, what comes of it. */
function useVisit(rows: readonly Row[], toEnd: () => void, reveal: (index: number) => void): void {
  const visit = useUi((state) => state.attention);
  const visiting = useRef<string | null>(null);
  useEffect(() => {
    const indexOf = (requestId: string) =>
      rows.findIndex(
        (row) => row.kind === 'item' && row.item.kind === 'request' && row.item.request.requestId === requestId,
      );
    if (visiting.current !== null) {
      const row = rows[indexOf(visiting.current)];
      if (row?.kind === 'item' && row.item.kind === 'request' && row.item.settlement !== null) {
        visiting.current = null;
        toEnd();
      }
    }
    if (visit === null || visit.at <= visited) return;
    const index = indexOf(visit.requestId);
    if (index < 0) return;
    visited = visit.at;
    visiting.current = visit.requestId;
    reveal(index);
  }, [visit, rows, reveal, toEnd]);
}
