import type { ReadingPlace } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import { engine } from '../ipc/engine';

/** Where one reads in each session, brought to the engine a moment after the scrolling, so that it survives kill -9. Null: at the end. */
const DELAY = 300;
const places = new Map<SessionId, ReadingPlace | null>();
const timers = new Map<SessionId, ReturnType<typeof setTimeout>>();

/** Undefined: one has not scrolled there in this page's life, so the stored place counts. */
export const placeOf = (sessionId: SessionId): ReadingPlace | null | undefined => places.get(sessionId);

export function keepPlace(sessionId: SessionId, place: ReadingPlace | null): void {
  if (place === null && places.get(sessionId) === null) return;
  places.set(sessionId, place);
  if (timers.has(sessionId)) return;
  timers.set(
    sessionId,
    setTimeout(() => flushPlace(sessionId), DELAY),
  );
}

function flushPlace(sessionId: SessionId): void {
  clearTimeout(timers.get(sessionId));
  timers.delete(sessionId);
  void engine.call.drafts.setPlace({ sessionId, place: places.get(sessionId) ?? null });
}

export function flushPlaces(): void {
  for (const sessionId of timers.keys()) flushPlace(sessionId);
}
