import { type RefObject, useEffect } from 'react';
import { rowOf } from './useKeptRows';

/**
 * A selection that is begun inside of a diff, which lies in a tree of its own, and drawn out of it looks from outside as if
 * nothing were selected: the page would neither keep its rows nor copy what is not drawn. Once the mouse lets go it
 * begins at the diff instead, so that the diff is selected as a whole.
 */
export function useDiffSelection(scroller: Readonly<RefObject<HTMLElement | null>>): void {
  useEffect(() => {
    let from: HTMLElement | null = null;
    const onDown = ({ target }: PointerEvent) => {
      from = target instanceof HTMLElement && target.matches('diffs-container') ? target : null;
    };
    const onUp = ({ target, clientX, clientY }: PointerEvent) => {
      const selection = document.getSelection();
      if (from === null || selection === null || selection.type !== 'Range' || !(target instanceof Node)) return;
      const row = rowOf(scroller.current, target);
      const caret = document.caretRangeFromPoint(clientX, clientY);
      if (row === null || row.contains(from) || caret === null) return;
      // Upwards the diff is what the selection ends with.
      const isUp = (row.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      selection.setBaseAndExtent(from, isUp ? from.childNodes.length : 0, caret.startContainer, caret.startOffset);
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
    };
  }, [scroller]);
}
