import type { SessionId } from '@shared/ids';
import { useEffect, useRef } from 'react';
import { dropJump, foundPlace, useJump } from '../../stores/jump';
import { useReplica } from '../../stores/replicas';
import { readAround } from '../../stores/stretch';
import type { Row } from './rows';

/** The ordinal of the item that is to be marked in this session now. */
export function useMarked(sessionId: SessionId): number | null {
  return useJump(({ found }) => (found?.sessionId === sessionId ? found.ordinal : null));
}

export const holds = (row: Row, ordinal: number): boolean =>
  row.kind === 'item' ? row.item.ordinal === ordinal : row.items.some((item) => item.ordinal === ordinal);

/** Where a new list begins: at the row that is wanted, else at its end. */
export function startRow(sessionId: SessionId, rows: readonly Row[]): number {
  const { wanted } = useJump.getState();
  const index = wanted?.sessionId === sessionId ? indexOf(rows, wanted.ordinal) : -1;
  return index < 0 ? rows.length : index;
}

/**
 * A stretch is read once for a jump. While it is being read other rows may come, thirty times a second where text streams: that
 * is no answer yet.
 */
export class JumpRead {
  #at = 0;
  #isUnderWay = false;

  /** What is to be done for the jump `at`, whose item is not among the rows. */
  next(at: number): 'read' | 'wait' | 'giveUp' {
    if (this.#at === at) return this.#isUnderWay ? 'wait' : 'giveUp';
    this.#at = at;
    this.#isUnderWay = true;
    return 'read';
  }

  /** Whether it is still that jump which is read for. */
  ended(at: number): boolean {
    if (this.#at !== at) return false;
    this.#isUnderWay = false;
    return true;
  }
}

const reading = new JumpRead();

/** Goes to the item that somebody wants to see; what is not among the rows is read with what stands around it. */
export function useJumpTo(
  sessionId: SessionId,
  rows: readonly Row[],
  reveal: (index: number, how: { quiet: boolean; toTop: boolean }) => void,
): void {
  const wanted = useJump((state) => (state.wanted?.sessionId === sessionId ? state.wanted : null));
  const isThere = useReplica(sessionId, () => true) ?? false;
  const show = useRef(reveal);
  useEffect(() => {
    show.current = reveal;
  });
  useEffect(() => {
    if (wanted === null || !isThere) return undefined;
    const index = indexOf(rows, wanted.ordinal);
    if (index >= 0) {
      // Not before the rows of a list that has just come are laid out.
      const frame = requestAnimationFrame(() => {
        show.current(index, wanted);
        if (wanted.quiet) dropJump();
        else foundPlace({ sessionId, ordinal: wanted.ordinal });
      });
      return () => cancelAnimationFrame(frame);
    }
    const { at, ordinal } = wanted;
    const next = reading.next(at);
    if (next === 'giveUp') dropJump();
    if (next !== 'read') return undefined;
    void readAround(sessionId, ordinal).then((isRead) => {
      if (reading.ended(at) && !isRead && useJump.getState().wanted?.at === at) dropJump();
    });
    return undefined;
  }, [wanted, isThere, rows, sessionId]);
}

/** The row of the item, or, where another item tells it better, the one before which it would stand; -1: not among them. */
function indexOf(rows: readonly Row[], ordinal: number): number {
  const first = firstOf(rows[0]);
  if (first === undefined || ordinal < first) return -1;
  const index = rows.findIndex((row) => holds(row, ordinal));
  if (index >= 0) return index;
  const after = rows.findIndex((row) => (firstOf(row) ?? 0) > ordinal);
  return after;
}

const firstOf = (row: Row | undefined): number | undefined =>
  row?.kind === 'item' ? row.item.ordinal : row?.items[0]?.ordinal;
