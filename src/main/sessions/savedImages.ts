import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppFailure } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { FileImage } from '@shared/ipc/views';
import { readImage } from './imageFile';
import type { SessionBoard } from './sessionBoard';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Pictures for agents that take none: as files in the profile, one folder a session, for as long as the session is there. */
export class SavedImages {
  readonly #folder: string;
  readonly #onDefect: (where: string, thrown: unknown) => void;

  constructor({ folder, onDefect }: { folder: string; onDefect: (where: string, thrown: unknown) => void }) {
    this.#folder = folder;
    this.#onDefect = onDefect;
  }

  /** Named by what is in it, so that a prompt that is sent again writes no second file. Throws an AppFailure. */
  async save(
    sessionId: SessionId,
    data: string,
    mimeType: string,
  ): Promise<{ uri: string; name: string; size: number }> {
    const bytes = Buffer.from(data, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const name = `image-${hash}.${ENDINGS[mimeType] ?? 'bin'}`;
    const folder = join(this.#folder, sessionId);
    const path = join(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path, bytes);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new AppFailure({ code: 'file.failed', path, message }, { cause: error });
    }
    return { uri: pathToFileURL(path).href, name, size: bytes.byteLength };
  }

  /** Is it one of these files, be it there or not? */
  holds(path: string): boolean {
    const within = relative(this.#folder, path);
    return within !== '' && !within.startsWith('..') && !isAbsolute(within);
  }

  /** As it is shown where an agent names it. They are in no backup, so after one was restored some are gone. */
  async read(path: string): Promise<FileImage> {
    const read = await readImage([this.#folder], path);
    const isGone = 'refused' in read && (read.refused === 'notFound' || read.refused === 'outsideRoots');
    return isGone ? { refused: 'savedGone' } : read;
  }

  /** Folders go with their sessions: now those whose session is gone already, later each with its own. */
  follow(board: Pick<SessionBoard, 'get' | 'feed'>): void {
    board.feed.listen((frame) => {
      if (frame.type === 'session.removed') void this.#remove(frame.sessionId);
    });
    void this.#sweep(board);
  }

  async #sweep(board: Pick<SessionBoard, 'get'>): Promise<void> {
    // Most profiles never have the folder.
    const found = await readdir(this.#folder).catch(() => []);
    for (const sessionId of found) if (board.get(sessionId) === undefined) await this.#remove(sessionId);
  }

  async #remove(sessionId: SessionId): Promise<void> {
    await rm(join(this.#folder, sessionId), { recursive: true, force: true }).catch((thrown: unknown) =>
      this.#onDefect('saved images', thrown),
    );
  }
}
