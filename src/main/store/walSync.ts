import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Puts what was committed without a sync onto the disk, from another thread. A sync of a busy disk takes 70 ms and more,
 * and the engine's loop stood still for each: agents' pipes, requests and pages waited for it.
 *
 * SQLite's own locks lie on the database and its index, never on the log, so opening and closing the log frees none.
 */
export class WalSync {
  readonly #path: string;
  readonly #onFailure: (thrown: unknown) => void;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(databasePath: string, onFailure: (thrown: unknown) => void) {
    this.#path = `${databasePath}-wal`;
    this.#onFailure = onFailure;
  }

  /** Everything committed before this call will be synced; several calls during one sync share the next. */
  request(): void {
    if (this.#running !== null) this.#again = true;
    else this.#running = this.#run();
  }

  /** The same at once, for who must know it: on return everything is on the disk. Throws the system's error. */
  now(): void {
    if (this.#running === null) return;
    try {
      const file = openSync(this.#path, 'r+');
      try {
        fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        await syncFile(this.#path);
      } catch (thrown) {
        // Without a log everything in it was put into the database, and that was synced.
        if (!isMissing(thrown)) this.#onFailure(thrown);
      }
    } while (this.#again);
    this.#running = null;
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
