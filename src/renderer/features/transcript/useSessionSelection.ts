import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tell } from '../../stores/ui';
import { rowOf } from './useKeptRows';

/** Where a selection goes on beyond the rows that are drawn: all of the session, or from within a row to one of its ends. */
export type Reach = 'all' | 'start' | 'end';

/** False: there is nothing to select from. */
export type SelectAs = (reach: Reach) => boolean;

/**
 * A selection that reaches an end of the session. The rows there may not be drawn, so it ends at the edge of the list that they
 * are drawn in: those that come while one scrolls are part of it.
 */
export function useSessionSelection(scroller: Readonly<RefObject<HTMLElement | null>>): {
  reach: () => Reach | null;
  select: SelectAs;
} {
  const { t } = useTranslation();
  const reach = useRef<Reach | null>(null);
  const mark = useCallback(() => {
    const list = scroller.current?.firstElementChild ?? null;
    const selection = document.getSelection();
    if (reach.current === null || list === null || selection === null) return;
    const end = reach.current === 'start' ? 0 : list.childNodes.length;
    const isAll = reach.current === 'all';
    const isMarked = selection.focusNode === list && selection.focusOffset === end;
    if (isMarked && (!isAll || (selection.anchorNode === list && selection.anchorOffset === 0))) return;
    if (isAll) selection.selectAllChildren(list);
    else if (selection.anchorNode !== null) {
      selection.setBaseAndExtent(selection.anchorNode, selection.anchorOffset, list, end);
    }
  }, [scroller]);
  // Rows that come meanwhile are part of it; where something else was selected since, the page may be told of that only later.
  useLayoutEffect(() => {
    if (document.getSelection()?.focusNode === scroller.current?.firstElementChild) mark();
  });
  useEffect(() => {
    const onSelect = () => {
      const list = scroller.current?.firstElementChild ?? null;
      const selection = document.getSelection();
      const isKept = selection?.focusNode === list && (reach.current !== 'all' || selection?.anchorNode === list);
      if (!isKept) reach.current = null;
    };
    document.addEventListener('selectionchange', onSelect);
    return () => document.removeEventListener('selectionchange', onSelect);
  }, [scroller]);
  const select = useCallback(
    (wanted: Reach) => {
      const selection = document.getSelection();
      if (scroller.current === null || selection === null) return false;
      if (wanted !== 'all') {
        // All of it goes to that end already.
        if (reach.current === 'all') return true;
        const from = beginOf(scroller.current, selection, wanted);
        if (from === null) return false;
        selection.collapse(from.node, from.offset);
      }
      reach.current = wanted;
      mark();
      tell(t(TOLD[wanted]));
      return true;
    },
    [scroller, mark, t],
  );
  return { reach: useCallback(() => reach.current, []), select };
}

const TOLD = {
  all: 'transcript.allSelected',
  start: 'transcript.selectedToStart',
  end: 'transcript.selectedToEnd',
} as const;

/** What a selection to an end of the session begins at: what is selected, where one has pressed, or the row with the focus. */
function beginOf(
  scroller: HTMLElement,
  { anchorNode, anchorOffset, isCollapsed }: Selection,
  to: 'start' | 'end',
): { node: Node; offset: number } | null {
  const pressed = rowOf(scroller, anchorNode);
  const focused = rowOf(scroller, document.activeElement);
  if (anchorNode !== null && pressed !== null && (!isCollapsed || focused === null || focused === pressed)) {
    // Of a diff, which lies in a tree of its own, nobody knows the place: it is taken as a whole.
    const isDiff = anchorNode.childNodes[anchorOffset]?.nodeName === 'DIFFS-CONTAINER';
    return { node: anchorNode, offset: isDiff && to === 'start' ? anchorOffset + 1 : anchorOffset };
  }
  return focused && { node: focused, offset: to === 'start' ? focused.childNodes.length : 0 };
}
