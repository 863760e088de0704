import type { ReadingPlace } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import { engine } from '../ipc/engine';
import { useReplicas } from './replicas';

/**
 * Where one reads in each session's transcript (null: at its end), brought to the engine a moment after the scrolling, so
 * that it survives a reload and kill -9. The place itself is asked for only then: scrolling must cost nothing.
 */
const DELAY = 300;
const places = new Map<SessionId, ReadingPlace | null>();
const due = new Map<SessionId, { read: () => ReadingPlace | null; timer: ReturnType<typeof setTimeout> }>();

export function placeOf(sessionId: SessionId): ReadingPlace | null {
  const here = places.get(sessionId);
  return here === undefined ? (useReplicas.getState().byId[sessionId]?.place ?? null) : here;
}

/** It changes: `read` says where one is. */
export function keepPlace(sessionId: SessionId, read: () => ReadingPlace | null): void {
  const before = due.get(sessionId);
  const timer = before?.timer ?? setTimeout(() => flushPlace(sessionId), DELAY);
  due.set(sessionId, { read, timer });
}

/** At once; before what tells it is gone. */
export function flushPlace(sessionId: SessionId): void {
  const entry = due.get(sessionId);
  if (entry === undefined) return;
  clearTimeout(entry.timer);
  due.delete(sessionId);
  const place = entry.read();
  if (place === null && placeOf(sessionId) === null) return;
  places.set(sessionId, place);
  // What could not be stored is told by the engine's own notice (store.writeFailed), not at every scroll.
  void engine.call.drafts.setPlace({ sessionId, place });
}

/** One goes to the end, by way of another list of rows. */
export function leavePlace(sessionId: SessionId): void {
  keepPlace(sessionId, () => null);
  flushPlace(sessionId);
}

export function flushPlaces(): void {
  for (const sessionId of due.keys()) flushPlace(sessionId);
}
