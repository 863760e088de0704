import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { Row } from './rows';

/** Rows that stay drawn although they are out of view: where a selection begins and ends, and what has the focus. */
export function useKeptRows(
  rows: readonly Row[],
  scroller: Readonly<RefObject<HTMLElement | null>>,
): (range: Range) => number[] {
  const [keys, setKeys] = useState('');
  useEffect(() => {
    const note = () => {
      const selection = document.getSelection();
      // Also where nothing is selected yet: whoever presses somewhere, scrolls and presses again with Shift means from there on.
      const nodes = [selection?.anchorNode ?? null, selection?.focusNode ?? null, document.activeElement];
      const kept = nodes.map((node) => keyOf(scroller.current, node)).filter((key) => key !== null);
      setKeys([...new Set(kept)].sort().join(' '));
    };
    document.addEventListener('selectionchange', note);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('selectionchange', note);
      document.removeEventListener('focusin', note);
    };
  }, [scroller]);
  const kept = useMemo(() => {
    if (keys === '') return [];
    const wanted = new Set(keys.split(' '));
    return rows.flatMap((row, index) => (wanted.has(row.key) ? [index] : []));
  }, [rows, keys]);
  return useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const others = kept.filter((index) => !shown.includes(index) && index < range.count);
      return others.length === 0 ? shown : [...shown, ...others].sort((a, b) => a - b);
    },
    [kept],
  );
}

/** The key of the row in which the node is. */
export function keyOf(scroller: HTMLElement | null, node: Node | null): string | null {
  return rowOf(scroller, node)?.dataset['row'] ?? null;
}

export function rowOf(scroller: HTMLElement | null, node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  if (element === null || scroller?.contains(element) !== true) return null;
  return element.closest<HTMLElement>('[data-row]');
}
