import { Feed } from '@shared/feed';
import type { SessionId } from '@shared/ids';
import type { SessionListFrame } from '@shared/ipc/views';
import { isTurnOpen } from '@shared/session/state';
import { sessionStatus, type SessionSummary, waitingRequest } from '@shared/session/summary';
import type { SessionIndex, SessionPatch } from '../store/sessionIndex';
import type { SessionActor } from './sessionActor';

export type SessionFlags = Pick<SessionPatch, 'unread' | 'pinned' | 'archived'>;

/** Every session as lists show it: the stored ones as they are, the live ones as their actors say. */
export class SessionBoard {
  readonly feed = new Feed<SessionListFrame>();
  readonly #index: SessionIndex;
  readonly #summaries = new Map<SessionId, SessionSummary>();
  /** Unread marks that are shown and not in the store yet. */
  readonly #unwritten = new Map<SessionId, boolean>();

  constructor(index: SessionIndex) {
    this.#index = index;
    for (const summary of index.list()) this.#summaries.set(summary.sessionId, summary);
  }

  list(): SessionSummary[] {
    return [...this.#summaries.values()];
  }

  get(sessionId: SessionId): SessionSummary | undefined {
    return this.#summaries.get(sessionId);
  }

  add(summary: SessionSummary): void {
    this.#set(summary);
  }

  patch(sessionId: SessionId, patch: SessionFlags): void {
    this.patchAll([sessionId], patch);
  }

  /** For what follows from something else, which goes on also where nothing can be written: the store hears of it later. */
  mark(sessionId: SessionId, unread: boolean): void {
    const summary = this.#summaries.get(sessionId);
    if (summary === undefined) return;
    const next = { ...summary, unread };
    this.#set({ ...next, status: statusOf(next) });
    this.#unwritten.set(sessionId, unread);
    this.writeMarks();
  }

  /** Where nothing can be written: with the next mark, or when there is room again. */
  writeMarks(): void {
    try {
      for (const [sessionId, unread] of this.#unwritten) {
        this.#index.update(sessionId, { unread });
        this.#unwritten.delete(sessionId);
      }
    } catch {
      // The transcript's own banner says that nothing is saved.
    }
  }

  /** Flags are written through to the store at once, those of all sessions or of none. */
  patchAll(sessionIds: readonly SessionId[], patch: SessionFlags): void {
    const known = [...new Set(sessionIds)].flatMap((sessionId) => this.#summaries.get(sessionId) ?? []);
    this.#index.updateAll(
      known.map(({ sessionId }) => sessionId),
      patch,
    );
    for (const summary of known) {
      const next = { ...summary, ...patch };
      this.#set({ ...next, status: statusOf(next) });
    }
  }

  /** From the actor's state; publishes only what changed. */
  refresh(actor: SessionActor): void {
    const { sessionId } = actor.identity;
    const before = this.#summaries.get(sessionId);
    if (before === undefined) return;
    const { state } = actor;
    const { turn } = state;
    const updatedAt =
      turn.status === 'idle' ? before.updatedAt : turn.status === 'done' ? turn.endedAt : turn.startedAt;
    const next: SessionSummary = {
      ...before,
      cwd: actor.cwd,
      title: state.title?.text ?? null,
      status: sessionStatus(state, before.unread),
      atAgent: state.atAgent,
      live: ['starting', 'ready', 'unresponsive'].includes(state.connection.status),
      updatedAt,
      turnStartedAt: isTurnOpen(turn) ? turn.startedAt : null,
      waiting: state.requests.map(waitingRequest),
    };
    if (JSON.stringify(next) !== JSON.stringify(before)) this.#set(next);
  }

  remove(sessionId: SessionId): void {
    if (!this.#summaries.delete(sessionId)) return;
    // As the store does with its rows.
    for (const child of this.list()) if (child.parentId === sessionId) this.#set({ ...child, parentId: null });
    this.feed.publish({ type: 'session.removed', sessionId });
  }

  /** For the badge and for the question at close. */
  counts(): { waiting: number; running: number } {
    let waiting = 0;
    let running = 0;
    for (const summary of this.#summaries.values()) {
      waiting += summary.waiting.length;
      if (summary.turnStartedAt !== null) running += 1;
    }
    return { waiting, running };
  }

  #set(summary: SessionSummary): void {
    this.#summaries.set(summary.sessionId, summary);
    this.feed.publish({ type: 'session.set', session: summary });
  }
}

/** `done` means finished and not yet looked at, so it goes with the unread mark and comes with it. */
function statusOf(summary: SessionSummary): SessionSummary['status'] {
  if (summary.status === 'done' && !summary.unread) return 'idle';
  if (summary.status === 'idle' && summary.unread) return 'done';
  return summary.status;
}
