import { type RefObject, useEffect } from 'react';
import { rowOf } from './useKeptRows';

/**
 * The focus stays in the transcript: where a button goes as it is pressed ("Try again"), or a card with its answer, its row
 * has it; where the row goes, the list.
 */
export function useKeptFocus(scroller: Readonly<RefObject<HTMLElement | null>>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let row: HTMLElement | null = null;
    let frame = 0;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = ({ target }: Event) => (row = target instanceof Node ? rowOf(element, target) : null);
    // Whoever presses beside everything wants the focus nowhere; in its own row it may be without moving there.
    document.addEventListener('pointerdown', follow, { signal, capture: true });
    document.addEventListener('focusin', follow, { signal });
    const isLost = () =>
      row !== null &&
      (document.activeElement === document.body || document.activeElement?.matches(':disabled') === true);
    const look = () => {
      frame = 0;
      if (row !== null && isLost()) (row.isConnected ? row : element).focus({ preventScroll: true });
    };
    // A frame later: what took its place may take the focus by itself.
    const observer = new MutationObserver(() => {
      if (frame === 0 && isLost()) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)));
    });
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      stop.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [scroller]);
}
