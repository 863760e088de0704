import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { Database, isLocked, storeError } from './database';

/**
 * Held as long as an engine works with a profile. Electron's own lock stands for one user data folder and one desktop; this
 * one lies in the profile, and the system frees it however its holder ends (docs/decisions/0054).
 *
 * SQLite holds it, on a small file that nobody else opens: a lock of POSIX is lost when its process closes the file anywhere.
 */
export class ProfileLock {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** `store.inUse` where another process holds it. */
  static take(home: string): Result<ProfileLock> {
    let database: Database | null = null;
    try {
      database = new Database(join(home, 'profile.lock'), { journal: 'none', timeoutMs: 0 });
      database.exec('begin exclusive');
      return ok(new ProfileLock(database));
    } catch (thrown) {
      database?.close();
      return fail(isLocked(thrown) ? { code: 'store.inUse', home } : storeError(thrown));
    }
  }

  release(): void {
    this.#database.close();
  }
}

const PATIENCE_MS = 5000;
const RETRY_MS = 100;

/** An engine that is just ending (its app was killed, or is restarting) is waited for. */
export async function takeProfile(home: string, clock: Clock): Promise<Result<ProfileLock>> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const taken = ProfileLock.take(home);
    if (taken.ok || taken.error.code !== 'store.inUse' || clock.now() >= until) return taken;
    await new Promise<void>((resolve) => void clock.setTimer(RETRY_MS, resolve));
  }
}
