import type { AppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { SessionEvent } from '@shared/session/event';
import type { Item } from '@shared/session/item';
import { reduceEvents } from '@shared/session/reduceSession';
import type { SessionState } from '@shared/session/state';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';

/** The page's copy of a session: a snapshot and every event after it, folded by the engine's own reducer. */
export interface Replica extends Omit<SessionSnapshot, 'state'> {
  sessionId: SessionId;
  state: SessionState;
}

export interface ReplicasState {
  byId: Readonly<Record<SessionId, Replica>>;
  /** Sessions whose stream could not be: deleted, or never there. */
  ended: Readonly<Record<SessionId, AppError>>;
}

export const useReplicas = create<ReplicasState>()(() => ({ byId: {}, ended: {} }));

/** How many replicas that nobody looks at are kept live, for a quick return. */
const KEPT = 4;

interface Held {
  users: number;
  end: () => void;
}

/** Opened and not yet dropped, the longest unused first. */
const held = new Map<SessionId, Held>();
const paging = new Set<SessionId>();

export function setReplicaSnapshot(sessionId: SessionId, snapshot: SessionSnapshot): void {
  useReplicas.setState(({ byId }) => {
    const { state, hasOlder } = withOlder(byId[sessionId], snapshot);
    return { byId: { ...byId, [sessionId]: { ...snapshot, sessionId, state, hasOlder } } };
  });
}

/**
 * A snapshot that came in the middle (the page was slow, or the engine came back) holds the newest page only. Older
 * items that were already read stay where the two windows meet, so that a reader who scrolled up keeps his place.
 */
function withOlder(known: Replica | undefined, { state, hasOlder }: SessionSnapshot) {
  const first = state.items[0];
  if (known === undefined || first === undefined) return { state, hasOlder };
  const meets = known.state.items.some((item) => item.ordinal === first.ordinal);
  const older = known.state.items.filter((item) => item.ordinal < first.ordinal);
  if (!meets || older.length === 0) return { state, hasOlder };
  return { state: { ...state, items: [...older, ...state.items] }, hasOlder: known.hasOlder };
}

/** A whole batch in one set; the same replica object when nothing changed. */
export function applyEvents(sessionId: SessionId, events: readonly SessionEvent[]): void {
  const replica = useReplicas.getState().byId[sessionId];
  if (replica === undefined) return;
  const state = reduceEvents(replica.state, events);
  if (state === replica.state) return;
  const hasOlder = replica.hasOlder && !events.some((event) => event.type === 'transcript.cleared');
  useReplicas.setState(({ byId }) => ({ byId: { ...byId, [sessionId]: { ...replica, state, hasOlder } } }));
}

export function prependItems(sessionId: SessionId, items: readonly Item[], hasOlder: boolean): void {
  useReplicas.setState(({ byId }) => {
    const replica = byId[sessionId];
    if (replica === undefined) return { byId };
    const first = replica.state.items[0]?.ordinal ?? Number.POSITIVE_INFINITY;
    const older = items.filter((item) => item.ordinal < first);
    const state = { ...replica.state, items: [...older, ...replica.state.items] };
    return { byId: { ...byId, [sessionId]: { ...replica, state, hasOlder } } };
  });
}

/** Reads the page before the oldest item that is held. Nothing happens where there is none, or one is on its way. */
export async function loadOlder(sessionId: SessionId, client: EngineClient = engine): Promise<void> {
  const replica = useReplicas.getState().byId[sessionId];
  const before = replica?.state.items[0]?.ordinal;
  if (replica?.hasOlder !== true || before === undefined || paging.has(sessionId)) return;
  paging.add(sessionId);
  const page = await client.call.sessions.page({ sessionId, before });
  paging.delete(sessionId);
  // A failed page is asked for again by the next scroll; the transcript that is there stays.
  if (page.ok) prependItems(sessionId, page.value.items, page.value.hasOlder);
}

/** Holds a session's stream open until the returned function is called, and a little longer (see KEPT). */
export function openReplica(sessionId: SessionId, client: EngineClient = engine): () => void {
  const before = held.get(sessionId);
  const entry = before ?? { users: 0, end: subscribe(sessionId, client) };
  held.delete(sessionId);
  held.set(sessionId, entry);
  entry.users += 1;
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    entry.users -= 1;
    dropUnused();
  };
}

function subscribe(sessionId: SessionId, client: EngineClient): () => void {
  useReplicas.setState(({ ended }) => ({ ended: omit(ended, sessionId) }));
  return client.subscribe(
    'session',
    { sessionId },
    {
      snapshot: (snapshot) => setReplicaSnapshot(sessionId, snapshot),
      frames: (events) => applyEvents(sessionId, events),
      ended: (error) => {
        held.delete(sessionId);
        useReplicas.setState(({ byId, ended }) => ({
          byId: omit(byId, sessionId),
          ended: { ...ended, [sessionId]: error },
        }));
      },
    },
  );
}

function dropUnused(): void {
  const unused = [...held].filter(([, entry]) => entry.users === 0);
  for (const [sessionId, entry] of unused.slice(0, Math.max(0, unused.length - KEPT))) {
    entry.end();
    held.delete(sessionId);
    useReplicas.setState(({ byId }) => ({ byId: omit(byId, sessionId) }));
  }
}

function omit<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

/** Keeps the session's stream open while the component is there. */
export function useOpenReplica(sessionId: SessionId): void {
  useEffect(() => openReplica(sessionId), [sessionId]);
}

/** A part of a session's state; undefined until its snapshot is there. Renders only when that part changes. */
export function useSession<T>(sessionId: SessionId, select: (state: SessionState) => T): T | undefined {
  return useReplicas(({ byId }) => {
    const replica = byId[sessionId];
    return replica && select(replica.state);
  });
}

export function useReplica<T>(sessionId: SessionId, select: (replica: Replica) => T): T | undefined {
  return useReplicas(({ byId }) => {
    const replica = byId[sessionId];
    return replica && select(replica);
  });
}
