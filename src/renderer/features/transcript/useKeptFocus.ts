import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { rowOf } from './useKeptRows';

/** A list with the focus in it makes way for another one in this moment: a far stretch, the live end. */
let isHandedOn = false;

/**
 * The focus stays in the transcript: where a button goes as it is pressed ("Try again"), or a card with its answer, its row
 * has it; where the row goes, or all of the list is another one, the list.
 */
export function useKeptFocus(scroller: Readonly<RefObject<HTMLElement | null>>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isHandedOn) element?.focus({ preventScroll: true });
    return () => {
      isHandedOn = element?.contains(document.activeElement) === true;
      // Only a list of the same moment: whoever comes back later begins anew.
      queueMicrotask(() => (isHandedOn = false));
    };
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let row: HTMLElement | null = null;
    let frame = 0;
    const stop = new AbortController();
    const { signal } = stop;
    // Whoever presses beside everything wants the focus nowhere.
    document.addEventListener('pointerdown', () => (row = null), { signal, capture: true });
    document.addEventListener(
      'focusin',
      ({ target }) => (row = target instanceof Node ? rowOf(element, target) : null),
      {
        signal,
      },
    );
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
