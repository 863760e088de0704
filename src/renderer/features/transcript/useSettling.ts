import { measureElement, type VirtualItem, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useCallback, useReducer, useRef, useState } from 'react';
import type { Follow, List } from './useFollow';
import type { Row } from './rows';

type Options = VirtualizerOptions<HTMLDivElement, HTMLDivElement>;

export interface Settling {
  /** Of the list. */
  options: Required<Pick<Options, 'measureElement' | 'onChange'>>;
  /** For an effect that stands after the list, whose own ones put the rows where they belong. */
  afterCommit: (list: List, rows: readonly Row[]) => void;
}

/**
 * Has the place settled whenever rows got other heights or places, after the list has put them there and before they are
 * painted.
 */
export function useSettling({
  settle,
  isHolding,
  offset,
  sized,
}: Pick<Follow, 'settle' | 'isHolding' | 'offset' | 'sized'>): Settling {
  const [, render] = useReducer((count: number) => count + 1, 0);
  /** Whether sizes come from the observer, which is the last before the paint, or from React's commit. */
  const isObserved = useRef(false);
  const isDue = useRef(false);
  const seen = useRef('');
  const now = useCallback(
    (list: List) => {
      isDue.current = false;
      isObserved.current = false;
      if (!settle()) return;
      // The list learns it from an event of the next frame, and would draw rows for the old place until then.
      if (Math.abs((list.scrollOffset ?? 0) - offset()) < 1) return;
      list.scrollOffset = offset();
      render();
    },
    [settle, offset],
  );
  const mends = useCallback(
    (item: VirtualItem, _delta: number, { scrollOffset, itemSizeCache }: List) =>
      !isHolding() && (itemSizeCache.has(item.key) ? item.end : item.start + 1) <= (scrollOffset ?? 0),
    [isHolding],
  );
  const [options] = useState(() => ({
    measureElement: (element: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List) => {
      isObserved.current = entry !== undefined;
      return measureElement(element, entry, list);
    },
    onChange: (list: List) => {
      sized(list.getTotalSize());
      if (isObserved.current) now(list);
      else isDue.current = true;
    },
  }));
  const afterCommit = useCallback(
    (list: List, rows: readonly Row[]) => {
      sized(list.getTotalSize());
      // Where the place is held the list must not mend it too: it knows rows, and not what is read in them.
      list.shouldAdjustScrollPositionOnItemSizeChange = mends;
      const shape = [list.options.paddingStart, rows.length, rows[0]?.key].join(' ');
      if (isDue.current || shape !== seen.current) now(list);
      seen.current = shape;
    },
    [now, mends, sized],
  );
  return { options, afterCommit };
}
