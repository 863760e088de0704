import type { StoredPart } from '@shared/acp/content';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { BlobId, SessionId } from '@shared/ids';
import { type Database, storeError } from './database';

/** Chunks keep a read of some kilobytes from dragging in the whole of a large value. */
const CHUNK_BYTES = 262_144;
const HEAD_BYTES = 4096;

export interface BlobsOptions {
  database: Database;
  clock: Clock;
  newId: () => string;
}

export interface BlobFacts {
  as: StoredPart['as'];
  mimeType?: string;
}

/** Parts over 64 KB. A blob belongs to a session and goes with it. */
export class Blobs {
  private readonly options: BlobsOptions;

  constructor(options: BlobsOptions) {
    this.options = options;
  }

  /** On disk when it returns, so that no event can point at nothing. Text is kept as UTF-8. */
  write(
    sessionId: SessionId,
    content: string | Uint8Array,
    { as, mimeType }: BlobFacts,
    blobId: BlobId = this.options.newId(),
  ): Result<StoredPart> {
    const { database, clock } = this.options;
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    try {
      database.transaction(() => {
        database.run(
          'insert into blob (id, session_id, bytes, created_at) values (?, ?, ?, ?)',
          blobId,
          sessionId,
          bytes.byteLength,
          clock.now(),
        );
        for (let start = 0, ordinal = 0; start < bytes.byteLength; start += CHUNK_BYTES, ordinal += 1) {
          const data = bytes.subarray(start, start + CHUNK_BYTES);
          database.run('insert into blob_chunk (blob_id, ordinal, data) values (?, ?, ?)', blobId, ordinal, data);
        }
      });
    } catch (thrown) {
      return fail(storeError(thrown));
    }
    const head = as === 'text' || as === 'json' ? textHead(bytes) : '';
    return ok({ type: 'stored', blobId, as, bytes: bytes.byteLength, head, ...(mimeType ? { mimeType } : {}) });
  }

  /** Grows a text, at its end; answers its size then, in bytes. On disk when it returns. */
  append(blobId: BlobId, text: string): Result<number> {
    const { database } = this.options;
    const bytes = Buffer.from(text, 'utf8');
    try {
      return database.transaction(() => {
        const blob = database.get<{ bytes: number }>('select bytes from blob where id = ?', blobId);
        if (!blob) return fail(unknownBlob(blobId));
        const total = blob.bytes + bytes.byteLength;
        const filled = blob.bytes % CHUNK_BYTES;
        let ordinal = Math.floor(blob.bytes / CHUNK_BYTES);
        let at = filled === 0 ? 0 : Math.min(bytes.byteLength, CHUNK_BYTES - filled);
        if (at > 0) {
          const last = database.get<{ data: Uint8Array }>(
            'select data from blob_chunk where blob_id = ? and ordinal = ?',
            blobId,
            ordinal,
          );
          const data = Buffer.concat([last?.data ?? new Uint8Array(0), bytes.subarray(0, at)]);
          database.run('update blob_chunk set data = ? where blob_id = ? and ordinal = ?', data, blobId, ordinal);
          ordinal += 1;
        }
        for (; at < bytes.byteLength; at += CHUNK_BYTES, ordinal += 1) {
          const data = bytes.subarray(at, at + CHUNK_BYTES);
          database.run('insert into blob_chunk (blob_id, ordinal, data) values (?, ?, ?)', blobId, ordinal, data);
        }
        database.run('update blob set bytes = ? where id = ?', total, blobId);
        return ok(total);
      });
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  ofSession(sessionId: SessionId): BlobId[] {
    return this.options.database
      .all<{ id: string }>('select id from blob where session_id = ? order by created_at, id', sessionId)
      .map(({ id }) => id);
  }

  /** The same bytes once more, for another session. Throws; nothing is there to copy where the blob is gone. */
  copy(from: BlobId, sessionId: SessionId, to: BlobId): void {
    const { database, clock } = this.options;
    database.transaction(() => {
      database.run(
        'insert into blob (id, session_id, bytes, created_at) select ?, ?, bytes, ? from blob where id = ?',
        to,
        sessionId,
        clock.now(),
        from,
      );
      database.run(
        'insert into blob_chunk (blob_id, ordinal, data) select ?, ordinal, data from blob_chunk where blob_id = ?',
        to,
        from,
      );
    });
  }

  /** Those that no item, head or event of their session names any more. Throws. */
  removeUnnamed(sessionId: SessionId, blobIds: readonly BlobId[]): void {
    const { database } = this.options;
    database.transaction(() => {
      const unnamed = new Set(blobIds);
      // All at once: a session of 10,000 items is looked through once, not once for each.
      const rows = database.each<{ json: string }>(
        `select json from session_head where session_id = ?1
         union all select json from event where session_id = ?1 and instr(json, '"blobId":') > 0
         union all select json from item where session_id = ?1 and instr(json, '"blobId":') > 0`,
        sessionId,
      );
      for (const { json } of rows) {
        for (const blobId of unnamed) if (json.includes(JSON.stringify(blobId))) unnamed.delete(blobId);
      }
      for (const blobId of unnamed) database.run('delete from blob where id = ? and session_id = ?', blobId, sessionId);
    });
  }

  /** At most `length` bytes from `offset`, fewer at the end. `total` is the size of the whole. */
  read(blobId: BlobId, offset: number, length: number): Result<{ bytes: Uint8Array; total: number }> {
    const { database } = this.options;
    try {
      const blob = database.get<{ bytes: number }>('select bytes from blob where id = ?', blobId);
      if (!blob) return fail(unknownBlob(blobId));
      const end = Math.min(blob.bytes, offset + length);
      if (offset >= end) return ok({ bytes: new Uint8Array(0), total: blob.bytes });
      const chunks = database.all<{ ordinal: number; data: Uint8Array }>(
        'select ordinal, data from blob_chunk where blob_id = ? and ordinal between ? and ? order by ordinal',
        blobId,
        Math.floor(offset / CHUNK_BYTES),
        Math.floor((end - 1) / CHUNK_BYTES),
      );
      // A fresh array: posting a view to the page would copy all of the buffer under it.
      const bytes = new Uint8Array(end - offset);
      for (const { ordinal, data } of chunks) {
        const start = ordinal * CHUNK_BYTES;
        const from = Math.max(0, offset - start);
        bytes.set(data.subarray(from, end - start), start + from - offset);
      }
      return ok({ bytes, total: blob.bytes });
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }
}

const unknownBlob = (blobId: BlobId): AppError => ({ code: 'file.notFound', path: blobId });

/** The first characters as text; one that the cut went through is left out. */
function textHead(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES), { stream: true });
}
