import type { SessionId } from '@shared/ids';
import { create } from 'zustand';

/** Rows of the list that are chosen together; `anchor` is where a stretch begins. */
export interface SelectionState {
  selected: ReadonlySet<SessionId>;
  anchor: SessionId | null;
}

const NOTHING: ReadonlySet<SessionId> = new Set();

export const useSelection = create<SelectionState>()(() => ({ selected: NOTHING, anchor: null }));

export function clearSelection(): void {
  if (useSelection.getState().selected.size > 0) useSelection.setState({ selected: NOTHING, anchor: null });
}

export function toggleSelected(sessionId: SessionId): void {
  useSelection.setState(({ selected }) => {
    const next = new Set(selected);
    if (!next.delete(sessionId)) next.add(sessionId);
    return { selected: next, anchor: sessionId };
  });
}

/** The stretch from the anchor (or `from`, where there is none) to the row, in the order of `keys`. */
export function selectTo(sessionId: SessionId, keys: readonly SessionId[], from: SessionId | null): void {
  useSelection.setState(({ anchor }) => {
    const start = keys.indexOf(anchor !== null && keys.includes(anchor) ? anchor : (from ?? sessionId));
    const end = keys.indexOf(sessionId);
    if (end === -1) return {};
    const [first, last] = start === -1 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
    return { selected: new Set(keys.slice(first, last + 1)), anchor: keys[start === -1 ? end : start] ?? sessionId };
  });
}

export const selectAll = (keys: readonly SessionId[]): void =>
  useSelection.setState({ selected: new Set(keys), anchor: keys[0] ?? null });

/** Those that are gone, or that are not in the list any more, are chosen no more. */
export function keepSelected(keys: ReadonlySet<SessionId>): void {
  useSelection.setState((state) => {
    const left = [...state.selected].filter((sessionId) => keys.has(sessionId));
    return left.length === state.selected.size ? state : { selected: new Set(left) };
  });
}
