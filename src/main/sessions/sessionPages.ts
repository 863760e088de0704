import { ok, type Result } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { ItemsAround } from '@shared/ipc/views';
import type { Item } from '@shared/session/item';
import type { TranscriptLog } from '../store/transcriptLog';
import type { SessionActor } from './sessionActor';

/** So much before the item that one goes to, for its context. */
const ITEMS_BEFORE = 60;
const BYTES_BEFORE = 128 * 1024;

export interface SessionPagesOptions {
  transcripts: TranscriptLog;
  actors: () => readonly SessionActor[];
}

/** Stretches of a session that its page does not hold. As new as the page's own window when they are read. */
export class SessionPages {
  readonly #options: SessionPagesOptions;

  constructor(options: SessionPagesOptions) {
    this.#options = options;
  }

  before(sessionId: SessionId, before: number): Result<{ items: readonly Item[]; hasOlder: boolean }> {
    this.#settle(sessionId);
    return this.#options.transcripts.page(sessionId, { before });
  }

  after(sessionId: SessionId, from: number): Result<{ items: readonly Item[]; hasNewer: boolean }> {
    this.#settle(sessionId);
    return this.#options.transcripts.pageAfter(sessionId, { from });
  }

  around(sessionId: SessionId, ordinal: number): Result<ItemsAround> {
    this.#settle(sessionId);
    const { transcripts } = this.#options;
    const bounds = { maxItems: ITEMS_BEFORE, maxBytes: BYTES_BEFORE };
    const older = transcripts.page(sessionId, { before: ordinal, ...bounds });
    if (!older.ok) return older;
    const newer = transcripts.pageAfter(sessionId, { from: ordinal });
    if (!newer.ok) return newer;
    const items = [...older.value.items, ...newer.value.items];
    return ok({ items, hasOlder: older.value.hasOlder, hasNewer: newer.value.hasNewer });
  }

  /** What is not yet in the store is written first. */
  #settle(sessionId: SessionId): void {
    const actor = this.#options.actors().find(({ identity }) => identity.sessionId === sessionId);
    actor?.flush();
    actor?.journal.checkpoint();
  }
}
