import type { SessionId } from '@shared/ids';
import { findPattern } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { type RefObject, useEffect, useRef } from 'react';
import { matchShown, useFind } from '../../../stores/find';
import { foundPlace, useJump, wantPlace } from '../../../stores/jump';
import { holds } from '../useJumpTo';
import type { Row } from '../rows';
import { matchesIn } from './shownText';
import { Uncovering } from './uncover';
import { WayToMatch } from './wayToMatch';
import { drawnMatch } from './whichMatch';

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
  const way = useRef<{ path: WayToMatch; uncovering: Uncovering } | null>(null);

  useEffect(() => {
    const element = scroller.current;
    const pattern = isOpen ? findPattern(text, matchCase) : null;
    if (element === null || pattern === null) return undefined;
    // Text that streams brings new rows thirty times a second: the way goes on, it does not begin anew.
    if (way.current?.path.leadsTo(at, text, matchCase) !== true) {
      const path = new WayToMatch(at, text, matchCase, performance.now());
      way.current = { path, uncovering: new Uncovering() };
    }
    const { path, uncovering } = way.current;
    if (!isWanted) path.rest();
    let frame = 0;
    const item = at === null ? null : itemAt(rows, at.ordinal);
    const wanted = path.wantedIn(item, pattern);

    const show = (current: Range | null, scope: HTMLElement | null): boolean => {
      if (at === null) return true;
      const { ordinal } = at;
      return path.step({
        hasRow: scope !== null,
        isDrawn: current !== null,
        now: performance.now(),
        ask: () => wantPlace({ sessionId, ordinal, quiet: true }),
        isReading: () => useJump.getState().wanted !== null,
        bring: () => current !== null && bringIn(element, current),
        leaveEnd,
        uncover: () => scope !== null && uncovering.step(scope, wanted?.near ?? 0),
        markRow: () => foundPlace({ sessionId, ordinal }),
      });
    };

    /** `isFrame`: not only because there are other rows, of which many may come between two frames. */
    const paint = (isFrame: boolean): void => {
      frame = 0;
      const all: Range[] = [];
      let current: Range | null = null;
      let scope: HTMLElement | null = null;
      for (const { shadowRoot } of element.querySelectorAll('diffs-container')) {
        if (shadowRoot !== null) observer.observe(shadowRoot, CHANGES);
      }
      for (const drawn of element.querySelectorAll<HTMLElement>('[data-index]')) {
        const row = rows[Number(drawn.dataset['index'])];
        for (const { range } of matchesIn(drawn, pattern)) all.push(range);
        if (wanted === null || at === null || row === undefined || !holds(row, at.ordinal)) continue;
        // Of a group the part that is this item's, once it is open.
        scope = drawn.querySelector<HTMLElement>(`[data-item="${at.ordinal}"]`) ?? drawn;
        const isClosed = row.kind !== 'item' && row.items.length > 1 && scope === drawn;
        const matches = isClosed ? [] : matchesIn(scope, pattern);
        const index = drawnMatch(matches, wanted);
        // Of what is said some may be undrawable (a formula): the nearest then. What a tool printed is shown, or not at all.
        const isNear = path.isOver && item?.kind !== 'toolCall';
        const near = isNear ? Math.min(wanted.index, matches.length - 1) : -1;
        current = matches[index === -1 ? near : index]?.range ?? null;
      }
      const mark = current;
      CSS.highlights.set('find', new Highlight(...all.filter((range) => mark === null || !isSame(range, mark))));
      CSS.highlights.set('find-current', new Highlight(...(mark === null ? [] : [mark])));
      if (!isWanted) return;
      if (isFrame && show(current, scope)) matchShown();
      else schedule();
    };
    const schedule = (): void => {
      if (frame === 0) frame = requestAnimationFrame(() => paint(true));
    };
    const observer = new MutationObserver(schedule);
    observer.observe(element, CHANGES);
    paint(false);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete('find');
      CSS.highlights.delete('find-current');
    };
  }, [isOpen, text, matchCase, at, isWanted, rows, scroller, sessionId, leaveEnd]);
}

const isSame = (a: Range, b: Range): boolean =>
  a.startContainer === b.startContainer && a.startOffset === b.startOffset;

function itemAt(rows: readonly Row[], ordinal: number): Item | null {
  const row = rows.find((one) => holds(one, ordinal));
  if (row === undefined) return null;
  return row.kind === 'item' ? row.item : (row.items.find((item) => item.ordinal === ordinal) ?? null);
}

/** True: it is in view already. Scrolls what lies inside of the transcript too: a long output, a wide line of code. */
function bringIn(scroller: HTMLElement, range: Range): boolean {
  const start = range.startContainer;
  for (let element = parentOf(start); element !== null && element !== scroller; element = parentOf(element)) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (isScrolled(overflowY) && element.scrollHeight > element.clientHeight + 1) reveal(element, range, 8);
    if (isScrolled(overflowX) && element.scrollWidth > element.clientWidth + 1) revealAcross(element, range);
  }
  return reveal(scroller, range, MARGIN);
}

const isScrolled = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

function revealAcross(scroller: HTMLElement, range: Range): void {
  const view = scroller.getBoundingClientRect();
  const box = range.getBoundingClientRect();
  if (box.left >= view.left && box.right <= view.right) return;
  scroller.scrollLeft += box.left - (view.left + view.width / 3);
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

/** Out of the tree of a diff, too. */
function parentOf(node: Node): HTMLElement | null {
  const parent = node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement;
  return parent instanceof HTMLElement ? parent : null;
}
