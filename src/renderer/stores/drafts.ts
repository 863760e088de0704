import { type Draft, EMPTY_DRAFT } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import { engine } from '../ipc/engine';

/**
 * What is written and not yet sent, by session; `null` is the page where a session begins. Not a store: the composer holds
 * what is on screen, this only brings it to the engine in time (300 ms after the last key, or at once where the person
 * leaves), so that it survives kill -9.
 */
export type DraftKey = SessionId | null;

const DELAY = 300;
const drafts = new Map<DraftKey, Draft>();
const timers = new Map<DraftKey, ReturnType<typeof setTimeout>>();

/** What was written here in this page's life; undefined: nothing, so the stored draft counts. */
export const draftOf = (key: DraftKey): Draft | undefined => drafts.get(key);

export function keepDraft(key: DraftKey, draft: Draft): void {
  if (drafts.get(key) === draft) return;
  drafts.set(key, draft);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => flushDraft(key), DELAY),
  );
}

/** The message that a new session begins with: its composer takes it, once, and sends it. */
const firstPrompts = new Map<SessionId, Draft>();

export function leaveFirstPrompt(sessionId: SessionId, draft: Draft): void {
  firstPrompts.set(sessionId, draft);
  keepDraft(sessionId, draft);
}

export function takeFirstPrompt(sessionId: SessionId): Draft | undefined {
  const draft = firstPrompts.get(sessionId);
  firstPrompts.delete(sessionId);
  return draft;
}

export function flushDraft(key: DraftKey): void {
  const timer = timers.get(key);
  if (timer === undefined) return;
  clearTimeout(timer);
  timers.delete(key);
  // A draft that could not be stored is told by the engine's own notice (store.writeFailed), not at every key.
  void engine.call.drafts.set({ sessionId: key, ...(drafts.get(key) ?? EMPTY_DRAFT) });
}

export function flushDrafts(): void {
  for (const key of timers.keys()) flushDraft(key);
}
