import { AppFailure } from '@shared/errors';
import { Database, isLocked, storeError } from './database';

/** As long as the profile's lock is waited for (profileLock.ts). */
const PATIENCE_MS = 5000;
const RETRY_MS = 50;

/**
 * Opens the database as soon as nobody else has it for themselves: a killed engine that the system has not taken down yet, a
 * backup tool, a database viewer. SQLite's own patience does not hold for all that an opening does (the way into the
 * write-ahead log, the replay of one), so it is begun anew until then. `store.locked` where it never gets free.
 *
 * It waits in place, as a statement that meets a lock does: nothing of the engine runs yet.
 */
export function openWhenFree(path: string): Database {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    let database: Database | null = null;
    try {
      const left = Math.max(RETRY_MS, Math.round(until - performance.now()));
      database = new Database(path, { timeoutMs: Math.min(PATIENCE_MS, left) });
      // Readers pass where a writer would wait, and the first that is written is a migration or a mended session.
      database.exec(`begin immediate; rollback; pragma busy_timeout = ${PATIENCE_MS}`);
      return database;
    } catch (thrown) {
      close(database);
      if (!isLocked(thrown)) throw thrown;
      if (performance.now() >= until) {
        const error = storeError(thrown);
        const message = 'message' in error ? error.message : error.code;
        throw new AppFailure({ code: 'store.locked', path, seconds: PATIENCE_MS / 1000, message }, { cause: thrown });
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function close(database: Database | null): void {
  try {
    database?.close();
  } catch {
    // What made it fail to open is what counts.
  }
}
