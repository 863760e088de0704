import { z } from 'zod';
import { AppFailure } from '@shared/errors';
import { BlobId } from '@shared/ids';
import { Item } from '@shared/session/item';
import { FileBlob, SESSION_FORMAT_VERSION, SessionFacts, SessionFileHead } from '@shared/session/sessionFile';
import { type FilePiece, piecesOfFile } from './sessionFileReader';

/** What a look through the whole file found, before anything of it is written. */
export interface CheckedFile {
  exportedAt: number;
  sessions: readonly SessionFacts[];
}

/** Throws AppFailure with the place of the first thing that does not fit, else what reading and parsing throw. */
export async function checkSessionFile(path: string): Promise<CheckedFile> {
  const check = new FileCheck(path);
  for await (const piece of piecesOfFile(path)) check.take(piece);
  return check.end();
}

class FileCheck {
  readonly #path: string;
  readonly #head: Record<string, unknown> = {};
  readonly #sessions: SessionFacts[] = [];
  #count = 0;
  /** As `session/blob`: what the file holds, and where an item names one. */
  readonly #held = new Set<string>();
  readonly #named = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
  }

  take(piece: FilePiece): void {
    if ('session' in piece) this.#count = Math.max(this.#count, piece.session + 1);
    switch (piece.kind) {
      case 'format':
      case 'version':
      case 'exportedAt':
        this.#head[piece.kind] = piece.value;
        return this.#checkVersion();
      case 'session':
        this.#sessions[piece.session] = this.#parsed(SessionFacts, piece.value, `sessions.${piece.session}.session`);
        return;
      case 'blob': {
        const place = `sessions.${piece.session}.blobs.${piece.id}`;
        this.#parsed(BlobId, piece.id, place);
        this.#parsed(FileBlob, piece.value, place);
        this.#held.add(`${piece.session}/${piece.id}`);
        return;
      }
      case 'item': {
        const place = `sessions.${piece.session}.items.${piece.index}`;
        const item = this.#parsed(Item, piece.value, place);
        for (const blobId of blobsOf(item)) this.#named.set(`${piece.session}/${blobId}`, place);
      }
    }
  }

  end(): CheckedFile {
    const { exportedAt } = this.#parsed(SessionFileHead, this.#head, 'file');
    if (this.#count === 0) this.#refuse('sessions', 'there is none');
    for (let session = 0; session < this.#count; session += 1) {
      if (this.#sessions[session] === undefined) this.#refuse(`sessions.${session}.session`, 'it is missing');
    }
    for (const [name, place] of this.#named) {
      if (!this.#held.has(name)) this.#refuse(place, `the blob ${name.slice(name.indexOf('/') + 1)} is missing`);
    }
    return { exportedAt, sessions: this.#sessions };
  }

  /** At once: what a newer version holds need not fit, and is not to be called broken. */
  #checkVersion(): void {
    const { version } = this.#head;
    if (typeof version !== 'number' || version <= SESSION_FORMAT_VERSION) return;
    const path = this.#path;
    throw new AppFailure({ code: 'import.newerVersion', path, version, supported: SESSION_FORMAT_VERSION });
  }

  #parsed<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const inside = issue === undefined || issue.path.length === 0 ? '' : `.${issue.path.join('.')}`;
    return this.#refuse(`${place}${inside}`, issue?.message ?? '');
  }

  #refuse(place: string, message: string): never {
    throw new AppFailure({ code: 'import.notReadable', path: this.#path, message: `${place}: ${message}` });
  }
}

/** The blobs that an item names, wherever in it. */
function blobsOf(item: Item): string[] {
  const found: string[] = [];
  JSON.stringify(item, (_key, value: unknown) => {
    if (isStored(value)) found.push(value.blobId);
    return value;
  });
  return found;
}

const Stored = z.object({ type: z.literal('stored'), blobId: BlobId });
const isStored = (value: unknown): value is z.infer<typeof Stored> =>
  typeof value === 'object' && value !== null && 'blobId' in value && Stored.safeParse(value).success;
