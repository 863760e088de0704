import { realpathSync } from 'node:fs';

/**
 * One start at a time for each program. Two processes of Cursor's CLI that start together can end one another with
 * SIGTERM (cursor-acp.md 2.10, AC-14): whoever starts one (a session, a probe, `--version`, `agent mcp …`) holds the
 * lease of its executable until initialize has answered or the process is gone. Waiters get it in the order in which
 * they asked.
 */
export class StartLease {
  readonly #last = new Map<string, Promise<void>>();
  #close: () => void = () => undefined;
  readonly #closed = new Promise<void>((resolve) => {
    this.#close = resolve;
  });
  #isClosed = false;

  /** Gives the lease back with the function that it answers; null: nothing may start any more. */
  async take(executable: string): Promise<(() => void) | null> {
    const key = keyOf(executable);
    let release = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = this.#last.get(key);
    const last = (before ?? Promise.resolve()).then(() => mine);
    this.#last.set(key, last);
    void last.then(() => this.#last.get(key) === last && this.#last.delete(key));
    if (before !== undefined) await Promise.race([before, this.#closed]);
    if (!this.#isClosed) return release;
    release();
    return null;
  }

  /** Runs `work` with the lease; null where nothing may start any more. */
  async run<T>(executable: string, work: () => Promise<T>): Promise<T | null> {
    const release = await this.take(executable);
    if (release === null) return null;
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Whoever waits now, or asks later, is told to start nothing. */
  close(): void {
    this.#isClosed = true;
    this.#close();
  }
}

/** `agent` and `cursor-agent` are links to one program. */
function keyOf(executable: string): string {
  try {
    return realpathSync(executable);
  } catch {
    return executable;
  }
}
