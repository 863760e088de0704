import type { AppError } from '@shared/errors';
import { Feed } from '@shared/feed';
import type { SessionId } from '@shared/ids';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { SessionEvent } from '@shared/session/event';
import type { Item } from '@shared/session/item';
import { applyEvents, applySnapshot, prependPage, trimToFirstLook, trimWatched } from '@shared/session/replica';
import type { SessionState } from '@shared/session/state';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { EngineClient, StreamSink } from '../ipc/client';
import { engine } from '../ipc/engine';
import { afterComposer, sessionIsShown } from './firstSession';

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

/** Events that were folded, with the state that they found: for what is held beside the replicas. */
export const folded = new Feed<{ before: SessionState; events: readonly SessionEvent[] }>();

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
    const state = applySnapshot(byId[sessionId]?.state, snapshot.state);
    return { byId: { ...byId, [sessionId]: { ...snapshot, sessionId, state } } };
  });
}

/** A whole batch in one set; nothing is set when nothing changed. False: events are missing, a new snapshot is needed. */
export function foldEvents(sessionId: SessionId, events: readonly SessionEvent[]): boolean {
  const replica = useReplicas.getState().byId[sessionId];
  if (replica === undefined) return true;
  const { status, state } = applyEvents(replica.state, events);
  if (status === 'gap') return false;
  if (state === replica.state) return true;
  const hasOlder = replica.hasOlder && !events.some((event) => event.type === 'transcript.cleared');
  useReplicas.setState(({ byId }) => ({ byId: { ...byId, [sessionId]: { ...replica, state, hasOlder } } }));
  folded.publish({ before: replica.state, events });
  return true;
}

export function prependItems(sessionId: SessionId, items: readonly Item[], hasOlder: boolean): void {
  useReplicas.setState(({ byId }) => {
    const replica = byId[sessionId];
    if (replica === undefined) return { byId };
    const state = prependPage(replica.state, items);
    if (state === replica.state) return { byId };
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
    if (entry.users === 0) trim(sessionId);
    dropUnused();
  };
}

const isUnused = (sessionId: SessionId): boolean => held.get(sessionId)?.users === 0;

/**
 * A replica that nobody looks at keeps what a first look needs, also while turn after turn comes; the rest is read again by
 * paging.
 */
function trim(sessionId: SessionId, cut = trimToFirstLook): void {
  const replica = useReplicas.getState().byId[sessionId];
  if (replica === undefined) return;
  const state = cut(replica.state);
  if (state === replica.state) return;
  useReplicas.setState(({ byId }) => ({ byId: { ...byId, [sessionId]: { ...replica, state, hasOlder: true } } }));
}

/** The session on screen is at its end: what came while it was watched need not be held for ever either. */
export function letGoWatched(sessionId: SessionId): void {
  trim(sessionId, trimWatched);
}

function subscribe(sessionId: SessionId, client: EngineClient): () => void {
  useReplicas.setState(({ ended }) => ({ ended: omit(ended, sessionId) }));
  let end = () => {};
  const begin = () => {
    end = client.subscribe('session', { sessionId }, afterComposer(sink));
  };
  const sink: StreamSink<SessionSnapshot, SessionEvent> = {
    snapshot: (snapshot) => setReplicaSnapshot(sessionId, snapshot),
    frames: (events) => {
      if (!foldEvents(sessionId, events)) {
        end();
        begin();
      } else if (isUnused(sessionId) && events.some(({ type }) => type === 'turn.ended')) {
        trim(sessionId);
      }
    },
    ended: (error) => {
      held.delete(sessionId);
      useReplicas.setState(({ byId, ended }) => ({
        byId: omit(byId, sessionId),
        ended: { ...ended, [sessionId]: error },
      }));
    },
  };
  begin();
  return () => end();
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
  useEffect(() => {
    const close = openReplica(sessionId);
    sessionIsShown();
    return close;
  }, [sessionId]);
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
