import { AppFailure, type Result } from '@shared/errors';
import type { BlobId, SessionId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import type { SessionFacts } from '@shared/session/sessionFile';
import type { Store } from '../store/openStore';
import type { SessionActor } from './sessionActor';

/** Divisible by three, so that pieces of base64 join without padding between them. */
const BLOB_BYTES = 196_608;

export interface StoredSessionOptions {
  store: Store;
  actors: () => readonly SessionActor[];
  projectOf: (projectId: string) => { name: string; path: string } | undefined;
  agentName: (agentId: string) => string;
}

/** A session as it stands in the store when it is asked for, read piece by piece. Throws AppFailure. */
export class StoredSession {
  readonly sessionId: SessionId;
  readonly facts: SessionFacts;
  readonly #store: Store;
  readonly #end: number;

  constructor(options: StoredSessionOptions, sessionId: SessionId) {
    const { store, actors, projectOf, agentName } = options;
    this.sessionId = sessionId;
    this.#store = store;
    const actor = actors().find(({ identity }) => identity.sessionId === sessionId);
    actor?.flush();
    actor?.journal.checkpoint();
    const record = store.sessions.get(sessionId);
    if (record === undefined) throw new AppFailure({ code: 'session.unknown', sessionId });
    const { head } = given(store.transcripts.load(sessionId, { maxItems: 1 }));
    const { agentId, projectId, cwd, createdAt, updatedAt } = record.summary;
    this.#end = head.nextOrdinal;
    this.facts = {
      title: head.title,
      agent: { id: agentId, name: agentName(agentId) },
      project: projectOf(projectId) ?? { name: '', path: cwd },
      cwd,
      createdAt,
      updatedAt,
      todos: [...head.todos],
      usage: head.usage,
    };
  }

  async *pages(): AsyncGenerator<readonly Item[]> {
    for (let from = 0; from < this.#end;) {
      const { items, hasNewer } = given(this.#store.transcripts.pageAfter(this.sessionId, { from }));
      yield items.filter(({ ordinal }) => ordinal < this.#end);
      from = (items.at(-1)?.ordinal ?? this.#end) + 1;
      if (!hasNewer) return;
      await new Promise(setImmediate);
    }
  }

  blobIds(): readonly BlobId[] {
    return this.#store.blobs.ofSession(this.sessionId);
  }

  /** Pieces that joined are all of it. */
  *blob(blobId: BlobId): Generator<Uint8Array> {
    for (let offset = 0; ;) {
      const { bytes, total } = given(this.#store.blobs.read(blobId, offset, BLOB_BYTES));
      if (bytes.byteLength > 0) yield bytes;
      offset += bytes.byteLength;
      if (offset >= total || bytes.byteLength === 0) return;
    }
  }
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}
