import { fail, ok, type Result } from '@shared/errors';
import type { BlobId, SessionId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import { emptySession, type SessionHead } from '@shared/session/state';
import type { BlobFacts } from './blobs';
import { type Database, storeError } from './database';
import type { Store } from './openStore';
import type { ChosenOptions, NewSession } from './sessionIndex';

export interface WrittenSession extends NewSession {
  createdAt?: number;
  updatedAt?: number;
  chosenOptions?: ChosenOptions;
}

type WrittenHead = Partial<Omit<SessionHead, 'sessionId' | 'seq' | 'nextOrdinal'>>;

/**
 * Writes a session piece by piece, as a copy of another or from a file. Until `finish` its row is archived and its head
 * knows of no item, so that nobody takes it for a session; one that a kill left like that goes at the next start.
 */
export class SessionWriter {
  readonly sessionId: SessionId;
  readonly #store: Store;
  readonly #newId: () => string;
  readonly #session: WrittenSession;
  readonly #blobIds = new Map<BlobId, BlobId>();
  readonly #written = new Set<BlobId>();
  #seq = 0;
  #nextOrdinal = 0;

  private constructor(store: Store, newId: () => string, session: WrittenSession) {
    this.#store = store;
    this.#newId = newId;
    this.#session = session;
    this.sessionId = session.sessionId;
  }

  static begin(store: Store, newId: () => string, session: WrittenSession): Result<SessionWriter> {
    try {
      store.sessions.create(session);
      store.sessions.update(session.sessionId, { archived: true, chosenOptions: session.chosenOptions ?? {} });
      return ok(new SessionWriter(store, newId, session));
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** How many items were written; the ordinal of the next one, where they came without gaps. */
  get nextOrdinal(): number {
    return this.#nextOrdinal;
  }

  get lastSeq(): number {
    return this.#seq;
  }

  /** With the blobs that they name under their new ids. */
  addItems(items: readonly Item[]): Result<null> {
    if (items.length === 0) return ok(null);
    try {
      const renamed = items.map((item) => this.#renamed(item));
      for (const { ordinal, seq } of renamed) {
        this.#nextOrdinal = Math.max(this.#nextOrdinal, ordinal + 1);
        this.#seq = Math.max(this.#seq, seq);
      }
      this.#store.transcripts.checkpoint(emptySession(this.sessionId), renamed);
      // Nobody waits for it: what a power cut takes was not finished.
      return this.#store.transcripts.commitUnsynced();
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  addBlob(blobId: BlobId, content: string | Uint8Array, facts: BlobFacts): Result<null> {
    const written = this.#store.blobs.write(this.sessionId, content, facts, this.#idOf(blobId));
    if (!written.ok) return written;
    this.#written.add(blobId);
    return ok(null);
  }

  /** The blobs that the items name, from the session that they were read from. */
  copyBlobs(): Result<null> {
    try {
      for (const [from, to] of this.#blobIds) {
        if (this.#written.has(from)) continue;
        this.#store.blobs.copy(from, this.sessionId, to);
        this.#written.add(from);
      }
      return ok(null);
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** Makes it a session as any other. */
  finish(head: WrittenHead): Result<null> {
    const { transcripts, database } = this.#store;
    try {
      const whole = { ...emptySession(this.sessionId), ...head, seq: this.#seq, nextOrdinal: this.#nextOrdinal };
      const { items: _none, ...bare } = whole;
      transcripts.checkpoint(bare, []);
      const committed = transcripts.commit();
      if (!committed.ok) return committed;
      const { createdAt, updatedAt } = this.#session;
      database.run(
        `update session set archived = 0, created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at)
         where id = ?`,
        createdAt ?? null,
        updatedAt ?? null,
        this.sessionId,
      );
      return ok(null);
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** It is not wanted after all. */
  abandon(): void {
    this.#store.sessions.delete(this.sessionId);
  }

  #idOf(blobId: BlobId): BlobId {
    const known = this.#blobIds.get(blobId);
    if (known !== undefined) return known;
    const fresh = this.#newId();
    this.#blobIds.set(blobId, fresh);
    return fresh;
  }

  #renamed(item: Item): Item {
    const json = JSON.stringify(item, (_key, value: unknown) =>
      isStored(value) ? { ...value, blobId: this.#idOf(value.blobId) } : value,
    );
    const renamed: Item = JSON.parse(json);
    return renamed;
  }
}

const isStored = (value: unknown): value is { type: 'stored'; blobId: BlobId } =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'stored' &&
  'blobId' in value &&
  typeof value.blobId === 'string';

/** What a kill left half written: see SessionWriter. */
export function removeHalfWritten(database: Database): void {
  database.run(
    `delete from session where archived = 1 and at_agent = 'new' and id in (
       select session_id from session_head where seq = 0
       and (exists (select 1 from item where item.session_id = session_head.session_id)
         or exists (select 1 from blob where blob.session_id = session_head.session_id))
       and not exists (select 1 from event where event.session_id = session_head.session_id))`,
  );
}
