import { type RefObject, useLayoutEffect } from 'react';

/** A list with the focus in it makes way for another one in this moment: a far stretch, the live end. */
let isHandedOn = false;

/** The focus stays in the transcript where the row that has it is let go of, or all of the list is another one. */
export function useKeptFocus(scroller: Readonly<RefObject<HTMLElement | null>>): void {
  const had = scroller.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (had && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isHandedOn) element?.focus({ preventScroll: true });
    return () => {
      isHandedOn = element?.contains(document.activeElement) === true;
      // Only a list of the same moment: whoever comes back later begins anew.
      queueMicrotask(() => (isHandedOn = false));
    };
  }, [scroller]);
}
