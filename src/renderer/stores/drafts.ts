import type { SessionId } from '@shared/ids';
import { engine } from '../ipc/engine';

/**
 * What is written and not yet sent, by session. Not a store: the composer holds the text on screen, this only brings it
 * to the engine in time (300 ms after the last key, or at once where the person leaves), so that it survives kill -9.
 */
const DELAY = 300;
const texts = new Map<SessionId, string>();
const timers = new Map<SessionId, ReturnType<typeof setTimeout>>();

/** What was written here in this page's life; undefined: nothing, so the stored draft counts. */
export const draftOf = (sessionId: SessionId): string | undefined => texts.get(sessionId);

export function keepDraft(sessionId: SessionId, text: string): void {
  if (texts.get(sessionId) === text) return;
  texts.set(sessionId, text);
  clearTimeout(timers.get(sessionId));
  timers.set(
    sessionId,
    setTimeout(() => flushDraft(sessionId), DELAY),
  );
}

/** The message that a new session begins with: its composer takes it, once, and sends it. */
const firstPrompts = new Map<SessionId, string>();

export function leaveFirstPrompt(sessionId: SessionId, text: string): void {
  firstPrompts.set(sessionId, text);
  keepDraft(sessionId, text);
}

export function takeFirstPrompt(sessionId: SessionId): string | undefined {
  const text = firstPrompts.get(sessionId);
  firstPrompts.delete(sessionId);
  return text;
}

export function flushDraft(sessionId: SessionId): void {
  const timer = timers.get(sessionId);
  if (timer === undefined) return;
  clearTimeout(timer);
  timers.delete(sessionId);
  // A draft that could not be stored is told by the engine's own notice (store.writeFailed), not at every key.
  void engine.call.sessions.setDraft({ sessionId, text: texts.get(sessionId) ?? '' });
}

export function flushDrafts(): void {
  for (const sessionId of timers.keys()) flushDraft(sessionId);
}
