import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copyText } from '../../../ui/copyText';
import type { Hit } from './blobRows';

const NONE: readonly number[] = [];

/**
 * Selecting in rows that come and go: the rows at both ends stay drawn while something is selected, and what is copied
 * is read from the text itself, rows that are not drawn among it.
 */
export function useRowSelection(
  root: RefObject<HTMLElement | null>,
  rowCount: number,
  textOf: (from: Hit, to: Hit) => Promise<string>,
): { pinned: readonly number[] } {
  const [pinned, setPinned] = useState<readonly number[]>(NONE);
  const all = useRef(false);

  useEffect(() => {
    const changed = () => {
      const ends = endsIn(root.current);
      setPinned((before) => {
        const next = ends === null ? NONE : [ends.from.row, ends.to.row];
        return before.join() === next.join() ? before : next;
      });
    };
    document.addEventListener('selectionchange', changed);
    return () => document.removeEventListener('selectionchange', changed);
  }, [root]);

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const copy = (event: ClipboardEvent) => {
      const ends = endsIn(element);
      if (ends === null) return;
      event.preventDefault();
      void textOf(ends.from, ends.to).then(copyText);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      all.current = true;
      setPinned([0, Math.max(0, rowCount - 1)]);
    };
    element.addEventListener('copy', copy);
    element.addEventListener('keydown', key);
    return () => {
      element.removeEventListener('copy', copy);
      element.removeEventListener('keydown', key);
    };
  }, [root, rowCount, textOf]);

  const selectAll = useCallback(() => {
    const rows = root.current?.querySelectorAll('[data-row]');
    const [first, last] = [rows?.[0], rows?.[rows.length - 1]];
    if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  }, [root]);
  useLayoutEffect(() => {
    if (!all.current || pinned.length === 0) return;
    all.current = false;
    selectAll();
  }, [pinned, selectAll]);

  return { pinned };
}

/** Where the selection begins and ends, in the order of the text; null: nothing of these rows is selected. */
function endsIn(root: HTMLElement | null): { from: Hit; to: Hit } | null {
  const selection = getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const from = placeOf(root, range.startContainer, range.startOffset);
  const to = placeOf(root, range.endContainer, range.endOffset);
  return from && to ? { from, to } : null;
}

function placeOf(root: HTMLElement, node: Node, offset: number): Hit | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest('[data-row]');
  if (!row || !root.contains(row)) return null;
  const before = document.createRange();
  before.setStart(row, 0);
  before.setEnd(node, offset);
  return { row: Number(row.getAttribute('data-row')), column: before.toString().length };
}
