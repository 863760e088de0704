import type { SessionId } from '@shared/ids';
import { type RefObject, useLayoutEffect } from 'react';

/** The session whose list had the focus, while React puts another list in its place. */
let carried: SessionId | null = null;

/**
 * Where another list takes the place of the one that has the focus (the session's end that of a far stretch), the focus goes
 * to that: it would be nowhere otherwise, and the keys that scroll would do nothing.
 */
export function useCarriedFocus(sessionId: SessionId, scroller: Readonly<RefObject<HTMLElement | null>>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (carried === sessionId) element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      carried = sessionId;
      // The list that comes in its place comes in the same commit.
      queueMicrotask(() => (carried = null));
    };
  }, [sessionId, scroller]);
}
