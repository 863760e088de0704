import type { SessionId } from '@shared/ids';
import { findPattern } from '@shared/session/findText';
import { type RefObject, useEffect } from 'react';
import { foundIn, matchShown, useFind } from '../../../stores/find';
import { foundPlace, wantPlace } from '../../../stores/jump';
import { holds } from '../useJumpTo';
import type { Row } from '../rows';
import { rangesIn } from './shownText';

/** The list may still be finding its place: a match counts as shown after so many frames in view. */
const STEADY_FRAMES = 3;
const MOST_FRAMES = 40;
/** Of the transcript's height, kept free at its edges; the bar lies over the upper one. */
const MARGIN = 56;
const CHANGES = { childList: true, characterData: true, subtree: true };

/**
 * Highlights what is found in the rows that are drawn, and brings the current one into view; `leaveEnd` says that one was taken there,
 * or the end would be followed again with the next thing that grows.
 */
export function useFindMarks(
  sessionId: SessionId,
  rows: readonly Row[],
  scroller: Readonly<RefObject<HTMLElement | null>>,
  leaveEnd: () => void,
): void {
  const isOpen = useFind((state) => state.sessionId === sessionId);
  const text = useFind((state) => state.text);
  const matchCase = useFind((state) => state.matchCase);
  const at = useFind((state) => state.at);
  const isWanted = useFind((state) => state.isWanted);

  useEffect(() => {
    const element = scroller.current;
    const pattern = isOpen ? findPattern(text, matchCase) : null;
    if (element === null || pattern === null) return undefined;
    let frame = 0;
    let steady = 0;
    let frames = 0;
    let opened = false;
    let asked = false;
    let left = false;

    const show = (current: Range | null, row: HTMLElement | undefined): boolean => {
      if (at === null || !isWanted) return true;
      frames += 1;
      if (row === undefined) {
        if (!asked) wantPlace({ sessionId, ordinal: at.ordinal, quiet: true });
        asked = true;
        return frames > MOST_FRAMES;
      }
      if (current !== null) {
        const isThere = bringIn(element, current);
        if (!isThere && !left) {
          left = true;
          leaveEnd();
        }
        steady = isThere ? steady + 1 : 0;
        return steady >= STEADY_FRAMES || frames > MOST_FRAMES;
      }
      // It stands in a part that is closed.
      const closed = row.querySelector<HTMLElement>('button[aria-expanded="false"]');
      if (!opened && closed !== null) {
        opened = true;
        closed.click();
        return false;
      }
      if (!asked) wantPlace({ sessionId, ordinal: at.ordinal, quiet: true });
      asked = true;
      if (frames < MOST_FRAMES / 4) return false;
      foundPlace({ sessionId, ordinal: at.ordinal });
      return true;
    };

    const paint = (): void => {
      frame = 0;
      const all: Range[] = [];
      let current: Range | null = null;
      let currentRow: HTMLElement | undefined;
      for (const { shadowRoot } of element.querySelectorAll('diffs-container')) {
        if (shadowRoot !== null) observer.observe(shadowRoot, CHANGES);
      }
      for (const drawn of element.querySelectorAll<HTMLElement>('[data-index]')) {
        const row = rows[Number(drawn.dataset['index'])];
        const ranges = rangesIn(drawn, pattern);
        if (at !== null && row !== undefined && holds(row, at.ordinal)) {
          currentRow = drawn;
          current = ranges[Math.min(indexIn(row, at.ordinal, pattern) + at.index, ranges.length - 1)] ?? null;
        }
        for (const range of ranges) if (range !== current) all.push(range);
      }
      CSS.highlights.set('find', new Highlight(...all));
      CSS.highlights.set('find-current', new Highlight(...(current === null ? [] : [current])));
      if (!isWanted) return;
      if (show(current, currentRow)) matchShown();
      else schedule();
    };
    const schedule = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(element, CHANGES);
    paint();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete('find');
      CSS.highlights.delete('find-current');
    };
  }, [isOpen, text, matchCase, at, isWanted, rows, scroller, sessionId, leaveEnd]);
}

/** How many of the row's matches belong to items before this one. */
function indexIn(row: Row, ordinal: number, pattern: RegExp): number {
  if (row.kind === 'item') return 0;
  const earlier = row.items.filter((item) => item.ordinal < ordinal);
  return foundIn(earlier, pattern).reduce((sum, { count }) => sum + count, 0);
}

/** True: it is in view already. Scrolls what lies inside of the transcript too: a long output, a wide line of code. */
function bringIn(scroller: HTMLElement, range: Range): boolean {
  const inner = innerScroller(range.startContainer, scroller);
  if (inner !== null) reveal(inner, range, 8);
  return reveal(scroller, range, MARGIN);
}

function reveal(scroller: HTMLElement, range: Range, margin: number): boolean {
  const view = scroller.getBoundingClientRect();
  const box = range.getBoundingClientRect();
  const free = Math.min(margin, view.height / 4);
  const isAbove = box.top < view.top + free;
  const isBelow = box.bottom > view.bottom - free;
  if (!isAbove && !isBelow) return true;
  const before = scroller.scrollTop;
  scroller.scrollTop += box.top - (view.top + view.height / 3);
  // At an end of the list there may be no more room.
  return Math.abs(scroller.scrollTop - before) < 1;
}

function innerScroller(node: Node, outer: HTMLElement): HTMLElement | null {
  for (let element = parentOf(node); element !== null && element !== outer; element = parentOf(element)) {
    if (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
      return element;
    }
  }
  return null;
}

/** Out of the tree of a diff, too. */
function parentOf(node: Node): HTMLElement | null {
  const parent = node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement;
  return parent instanceof HTMLElement ? parent : null;
}
