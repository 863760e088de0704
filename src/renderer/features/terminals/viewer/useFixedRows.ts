import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Chromium draws no element higher than 33 million pixels: what is longer scrolls in larger steps. */
const HIGHEST = 16_000_000;
const AROUND = 24;

export interface FixedRows {
  first: number;
  /** After the last one. */
  end: number;
  height: number;
  /** Where a row is drawn. */
  topOf: (row: number) => number;
  /** Brings a row into the middle of the view, where it is not in view. */
  show: (row: number) => void;
}

/** The rows of one height that are in view, of any number: nothing is kept for a row. */
export function useFixedRows(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): FixedRows {
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => setView({ top: element.scrollTop, height: element.clientHeight });
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller]);

  const full = count * rowHeight;
  const height = Math.min(full, HIGHEST);
  // What the scrolled distance is short of the rows' own.
  const share = height > view.height ? view.top / (height - view.height) : 0;
  const shift = (full - height) * Math.min(1, Math.max(0, share));
  const firstInView = Math.floor((view.top + shift) / rowHeight);
  const first = Math.max(0, firstInView - AROUND);
  const end = Math.min(count, firstInView + Math.ceil(view.height / rowHeight) + AROUND);
  const topOf = useCallback((row: number) => row * rowHeight - shift, [rowHeight, shift]);

  const [wanted, setWanted] = useState<{ row: number } | null>(null);
  const shown = useRef(wanted);
  useEffect(() => {
    const element = scroller.current;
    if (!element || wanted === null || shown.current === wanted || wanted.row >= count) return;
    shown.current = wanted;
    const visible = element.clientHeight;
    const top = wanted.row * rowHeight;
    const at = element.scrollTop + shift;
    if (top >= at + rowHeight && top + 2 * rowHeight <= at + visible) return;
    const middle = Math.max(0, top - visible / 2);
    element.scrollTo({ top: full > height ? (middle / Math.max(1, full - visible)) * (height - visible) : middle });
  }, [scroller, wanted, count, rowHeight, shift, full, height]);
  const show = useCallback((row: number) => setWanted({ row }), []);

  return { first, end, height, topOf, show };
}
