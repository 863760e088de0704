import type { SessionId } from '@shared/ids';
import type { FoundItem } from '@shared/ipc/reading';
import { findPattern } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { useEffect, useMemo } from 'react';
import { engineReach, joinFound, lookOn, useFind } from '../../../stores/find';
import { useSession } from '../../../stores/replicas';

const NO_ITEMS: readonly Item[] = [];
const NOTHING: readonly FoundItem[] = [];

/** Where the text stands in all of the session, ascending; grows while the engine looks. */
export function useFound(sessionId: SessionId): readonly FoundItem[] {
  const items = useSession(sessionId, (state) => state.items) ?? NO_ITEMS;
  const stored = useFind((state) => state.stored);
  const text = useFind((state) => state.text);
  const matchCase = useFind((state) => state.matchCase);
  const pattern = useMemo(() => findPattern(text, matchCase), [text, matchCase]);
  const storedTo = useFind((state) => state.storedTo);
  // The window may begin later than when the engine was asked: a new snapshot of it holds less.
  const reach = useMemo(() => engineReach(items), [items]);
  const isBehind = useFind((state) => !state.isLooking && state.error === null && state.storedTo < reach);
  useEffect(() => {
    if (isBehind) void lookOn();
  }, [isBehind]);
  return useMemo(
    () => (pattern === null ? NOTHING : joinFound(stored, items, pattern, storedTo)),
    [pattern, stored, items, storedTo],
  );
}
