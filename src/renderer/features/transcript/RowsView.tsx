import type { Item } from '@shared/session/item';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOlder, useReplica } from '../../stores/replicas';
import { useUi } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { estimateRow } from './estimateRow';
import { buildRows, emptyRows, type Row } from './rows';
import { rowClass, TranscriptRow } from './TranscriptRow';
import { useTranscriptPlace } from './transcriptContext';
import { WorkingLine } from './WorkingLine';

/** Within so many pixels of the end one is at the end. Less than a line: whoever scrolls up one line has left it. */
const END_PIXELS = 4;
/** Rows from the top at which the page before is fetched. */
const FETCH_ROWS = 6;
const PADDING_TOP = 20;
/** Room for the working line, so that its coming and going moves nothing. */
const PADDING_END = 48;

/** The rows in view, and a few around them. Follows at the end; anywhere else the place that one reads at holds. */
export function RowsView({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const hasOlder = useReplica(sessionId, (replica) => replica.hasOlder) ?? false;
  const scroller = useRef<HTMLDivElement | null>(null);
  const list = useRef(emptyRows);
  list.current = buildRows(items, list.current);
  const { rows } = list.current;
  const [atEnd, setAtEnd] = useState(true);

  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    initialOffset: () => rows.reduce((sum, row) => sum + estimateRow(row), 0),
    overscan: 8,
    paddingStart: PADDING_TOP,
    paddingEnd: PADDING_END,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PIXELS,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: (instance) => {
      // Not yet laid out: where it stands says nothing.
      if (instance.scrollElement?.clientHeight) setAtEnd(instance.isAtEnd(END_PIXELS));
    },
  });

  const toEnd = useCallback(() => virtual.scrollToEnd(), [virtual]);
  useLayoutEffect(toEnd, [toEnd]);
  useOwnPrompt(rows, toEnd);
  useVisit(rows, (index) => virtual.scrollToIndex(index, { align: 'center' }));

  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  useEffect(() => {
    if (hasOlder && first < FETCH_ROWS) void loadOlder(sessionId);
  }, [first, hasOlder, rows.length, sessionId]);

  const setScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
    // A log is no control; it is one stop of Tab because it scrolls.
    if (element) element.tabIndex = 0;
  }, []);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div ref={setScroller} role="log" aria-live="off" aria-label={t('transcript.region')} className="transcript">
        <div ref={virtual.containerRef} className="relative w-full">
          {hasOlder ? <p className="transcript-older">{t('transcript.loadingOlder')}</p> : null}
          {shown.map((entry) => {
            const row = rows[entry.index];
            if (row === undefined) return null;
            return (
              <div
                key={row.key}
                data-index={entry.index}
                ref={virtual.measureElement}
                className={`transcript-row ${rowClass(row)}`}
              >
                <TranscriptRow row={row} />
              </div>
            );
          })}
          <WorkingLine />
        </div>
      </div>
      {atEnd ? null : (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="small"
            className="pointer-events-auto shadow-card"
            icon={<ArrowDown aria-hidden="true" size={13} />}
            onClick={toEnd}
          >
            {t('transcript.jumpToLatest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What one has just sent is what one wants to see, wherever one was reading. */
function useOwnPrompt(rows: readonly Row[], toEnd: () => void): void {
  const last = rows.findLast(
    (row) => row.kind === 'item' && row.item.kind === 'message' && row.item.role === 'user',
  )?.key;
  const seen = useRef(last);
  useEffect(() => {
    if (last === seen.current) return;
    seen.current = last;
    toEnd();
  }, [last, toEnd]);
}

/** The person went to a request: its card comes into view (and takes the focus by itself). */
function useVisit(rows: readonly Row[], reveal: (index: number) => void): void {
  const visit = useUi((state) => state.attention);
  const done = useRef(0);
  useEffect(() => {
    if (visit === null || visit.at <= done.current) return;
    const index = rows.findIndex(
      (row) => row.kind === 'item' && row.item.kind === 'request' && row.item.request.requestId === visit.requestId,
    );
    if (index < 0) return;
    done.current = visit.at;
    reveal(index);
  }, [visit, rows, reveal]);
}
