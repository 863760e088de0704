/** As much of React's and of the page's own events as is needed. */
export interface ListKeyEvent {
  key: string;
  nativeEvent: { isComposing: boolean };
  preventDefault: () => void;
}

export interface ListKeys {
  count: number;
  at: number;
  move: (to: number) => void;
  take: () => void;
  /** After the last comes the first; else it stops there. */
  wraps?: boolean;
  /** Home and End are the cursor's, in a field that has a text. */
  isWritten?: boolean;
}

const PAGE = 10;

/** What keys do in a list of options: arrows, pages, ends, and Enter for the chosen one. */
export function listKey(event: ListKeyEvent, { count, at, move, take, wraps = false, isWritten = false }: ListKeys) {
  if (event.nativeEvent.isComposing || count === 0) return;
  const last = count - 1;
  const to = (place: number) => move(Math.max(0, Math.min(last, place)));
  if (event.key === 'ArrowDown') to(wraps && at === last ? 0 : at + 1);
  else if (event.key === 'ArrowUp') to(wraps && at === 0 ? last : at - 1);
  else if (event.key === 'PageDown') to(at + PAGE);
  else if (event.key === 'PageUp') to(at - PAGE);
  else if (event.key === 'Home' && !isWritten) to(0);
  else if (event.key === 'End' && !isWritten) to(last);
  else if (event.key === 'Enter') take();
  else return;
  event.preventDefault();
}
