import type { SessionId } from '@shared/ids';
import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { openSession } from '../../stores/actions';
import { clearSelection, selectAll, selectTo, toggleSelected, useSelection } from '../../stores/selection';
import { toggleOpen } from '../../stores/sessionFilter';
import { openDialog, useUi } from '../../stores/ui';
import type { SidebarRow } from './sidebarRows';

const PAGE = 10;

/**
 * The list by keys and by pointer. One row is in the tab order; the arrow keys walk from row to row, also to those that
 * are not drawn yet. Shift takes a stretch, Ctrl (or Command) single rows.
 */
export function useListKeys(
  rows: readonly SidebarRow[],
  keys: readonly SessionId[],
  places: ReadonlyMap<SessionId, number>,
  current: SessionId | null,
  reveal: (key: SessionId) => void,
) {
  const [walked, setWalked] = useState<SessionId | null>(null);
  const wanted = useRef<SessionId | null>(null);
  const known = (key: SessionId | null): key is SessionId => key !== null && places.has(key);
  const focusKey = known(walked) ? walked : known(current) ? current : (keys[0] ?? null);

  // A row that was walked to is focused as soon as it is drawn.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-session-row="${CSS.escape(wanted.current)}"]`);
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });

  const walkTo = (key: SessionId | undefined) => {
    if (key === undefined) return;
    wanted.current = key;
    setWalked(key);
    reveal(key);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.target instanceof HTMLElement ? event.target : null;
    const sessionId = element?.dataset['sessionRow'];
    if (sessionId === undefined || event.altKey) return;
    if (onSelectKey(event, sessionId, keys)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey) return;
    const at = (places.get(sessionId) ?? 1) - 1;
    const last = keys.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const key = keys[Math.min(Math.max(to, 0), last)];
      if (event.shiftKey && key !== undefined) selectTo(key, keys, sessionId);
      walkTo(key);
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const row = rows.find((one) => one.kind === 'session' && one.key === sessionId);
      if (row?.kind !== 'session') return;
      if (row.children > 0 && row.open !== (event.key === 'ArrowRight')) toggleOpen(sessionId);
      else if (event.key === 'ArrowLeft' && known(row.session.parentId)) walkTo(row.session.parentId);
    } else if (event.key === 'F2') useUi.setState({ renaming: { sessionId, where: 'row' } });
    else if (event.key === 'Delete') openDialog({ kind: 'deleteSessions', sessionIds: chosenWith(sessionId) });
    else return;
    event.preventDefault();
  };

  const onFocus = (event: { target: EventTarget }) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset['sessionRow'] : undefined;
    if (key !== undefined) setWalked(key);
  };

  const order = useRef({ keys, current });
  useLayoutEffect(() => {
    order.current = { keys, current };
  }, [keys, current]);
  const onPick = useCallback((event: MouseEvent, sessionId: SessionId) => {
    if (event.shiftKey) return selectTo(sessionId, order.current.keys, order.current.current);
    if (event.ctrlKey || event.metaKey) return toggleSelected(sessionId);
    clearSelection();
    openSession(sessionId);
  }, []);
  return { focusKey, onKeyDown, onFocus, onPick };
}

/** Those that are chosen where the row is one of them, else the row alone. */
function chosenWith(sessionId: SessionId): SessionId[] {
  const { selected } = useSelection.getState();
  return selected.has(sessionId) ? [...selected] : [sessionId];
}

function onSelectKey(event: KeyboardEvent, sessionId: SessionId, keys: readonly SessionId[]): boolean {
  const command = event.ctrlKey || event.metaKey;
  // Ctrl Space changes the input method on some systems, so Shift Space does it too.
  if (event.key === ' ' && (command || event.shiftKey)) toggleSelected(sessionId);
  else if (event.key.toLowerCase() === 'a' && command && !event.shiftKey) selectAll(keys);
  else if (event.key === 'Escape' && useSelection.getState().selected.size > 0) clearSelection();
  else return false;
  return true;
}
