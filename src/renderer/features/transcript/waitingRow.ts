/** Which element inside the scroller is the newest item while that is an open request; its value is the request's id. */
export const WAITS = 'data-waits';

/** Among the rows alone: looking through all that is in them costs with every line that streams in. */
export function waitingRow(scroller: HTMLElement): HTMLElement | null {
  for (const row of scroller.firstElementChild?.children ?? []) {
    if (row instanceof HTMLElement && row.hasAttribute(WAITS)) return row;
  }
  return null;
}

/** Where an element begins, counted from the beginning of what is scrolled. */
export const topIn = (scroller: HTMLElement, element: HTMLElement): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
