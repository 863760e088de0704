import { parentPort, workerData } from 'node:worker_threads';
import { fail, ok, type Result } from '@shared/errors';
import type { BackupView } from '@shared/ipc/data';
import { makeBackup, removeOutdated } from './backups';
import { Database, storeError } from './database';

/**
 * Entry of a thread that makes one backup and ends: copying and reading through 500 MB takes seconds, in which no stream
 * may stand still. `workerData` is a BackupJob; the answer is a Result. The connection is its own and can only read.
 */

export interface BackupJob {
  databaseFile: string;
  home: string;
  name: string;
}

function run({ databaseFile, home, name }: BackupJob): Result<BackupView> {
  let source: Database | null = null;
  try {
    source = new Database(databaseFile, { readOnly: true });
    const view = makeBackup(source, home, name);
    removeOutdated(home);
    return ok(view);
  } catch (thrown) {
    return fail(storeError(thrown));
  } finally {
    source?.close();
  }
}

const job: BackupJob = workerData;
parentPort?.postMessage(run(job));
