import type { ReadingPlace } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { jumpEnds, useJump, wantPlace } from '../../stores/jump';
import { flushPlace, keepPlace, placeOf } from '../../stores/readingPlaces';
import { loadOlder, useReplicas } from '../../stores/replicas';
import { useUi } from '../../stores/ui';
import type { Row } from './rows';
import { goBack } from './wayBack';

export interface ReadingPlaceOptions {
  sessionId: SessionId;
  rows: readonly Row[];
  atEnd: boolean;
  /** The list is the session's end, where one comes in; not a stretch that one jumped to. */
  comesBack: boolean;
  scroller: Readonly<RefObject<HTMLDivElement | null>>;
  /** Brings the row to the upper edge, and so many of its pixels above it. */
  go: (index: number, offset: number) => void;
}

/**
 * Keeps where one reads, and comes back to it when the session is entered again. At the end there is nothing to keep.
 * Returns whether that place is still being gone to: the list stands at its end until then, and nobody has chosen that.
 */
export function useReadingPlace({ sessionId, rows, atEnd, comesBack, scroller, go }: ReadingPlaceOptions): boolean {
  const isBack = useRef(false);
  const [isComing, setIsComing] = useState(() => comesBack && !isTaken(sessionId) && placeOf(sessionId) !== null);
  const read = useEffectEvent(() => (atEnd || scroller.current === null ? null : placeIn(scroller.current, rows)));
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      if (isBack.current) keepPlace(sessionId, read);
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [sessionId, scroller]);
  // While the rows are still drawn.
  useLayoutEffect(() => () => flushPlace(sessionId), [sessionId]);

  /** False: the item is not read yet. */
  const comeBack = useEffectEvent(({ ordinal, offset }: ReadingPlace): boolean => {
    const index = rowOf(rows, ordinal);
    // A request that waits is shown from its top anyway, and followed once it is answered.
    if (index >= 0 && !waits(rows[index])) go(index, offset);
    return index >= 0;
  });
  useLayoutEffect(() => {
    const visit = new AbortController();
    const place = comesBack && !isTaken(sessionId) ? placeOf(sessionId) : null;
    const isThere =
      place === null
        ? Promise.resolve()
        : goBack({
            isOver: () => visit.signal.aborted,
            bring: () => comeBack(place),
            missing: () => {
              const replica = useReplicas.getState().byId[sessionId];
              return replica?.hasOlder === true ? (replica.state.items[0]?.ordinal ?? 0) - place.ordinal : null;
            },
            readOlder: async () => {
              await loadOlder(sessionId);
              await new Promise(requestAnimationFrame);
            },
            jump: () => jumpEnds(wantPlace({ sessionId, ...place })),
          });
    void isThere.then(() => {
      isBack.current = true;
      setIsComing(false);
    });
    return () => visit.abort();
  }, [sessionId, comesBack]);
  return isComing;
}

/** Somebody is being taken to another place: a found message, a request that waits. */
function isTaken(sessionId: SessionId): boolean {
  const { attention } = useUi.getState();
  const requests = useReplicas.getState().byId[sessionId]?.state.requests ?? [];
  return (
    useJump.getState().wanted?.sessionId === sessionId ||
    requests.some(({ requestId }) => requestId === attention?.requestId)
  );
}

function placeIn(element: HTMLElement, rows: readonly Row[]): ReadingPlace | null {
  const edge = element.getBoundingClientRect().top;
  const drawn = [...element.querySelectorAll<HTMLElement>('[data-index]')].map((row) => ({
    index: Number(row.dataset['index']),
    box: row.getBoundingClientRect(),
  }));
  // Rows may stand in another order in the page than on screen.
  const [top] = drawn.filter(({ box }) => box.bottom > edge).sort((a, b) => a.box.top - b.box.top);
  const ordinal = top === undefined ? undefined : ordinalOf(rows[top.index]);
  return top === undefined || ordinal === undefined ? null : { ordinal, offset: edge - top.box.top };
}

/** The row that holds the item, or the one that would come after it; -1: it is not among what is read yet. */
function rowOf(rows: readonly Row[], ordinal: number): number {
  const first = ordinalOf(rows[0]);
  if (first === undefined || ordinal < first) return -1;
  return rows.findLastIndex((row) => (ordinalOf(row) ?? Infinity) <= ordinal);
}

const ordinalOf = (row: Row | undefined): number | undefined =>
  row?.kind === 'item' ? row.item.ordinal : row?.items[0]?.ordinal;

const waits = (row: Row | undefined): boolean =>
  row?.kind === 'item' && row.item.kind === 'request' && row.item.settlement === null;
