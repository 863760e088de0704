import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import { Blobs } from './blobs';
import { type Database, storeError } from './database';
import { Drafts } from './drafts';
import { type OpenedDatabase, openDatabase, suspect } from './openDatabase';
import type { ReportLocale } from './recoveryReport';
import { QueuedPrompts } from './queuedPrompts';
import { ReadingPlaces } from './readingPlaces';
import type { Recovery } from './recovery';
import type { Restored } from './restore';
import { SessionIndex } from './sessionIndex';
import { removeHalfWritten } from './sessionWriter';
import { TranscriptLog } from './transcriptLog';

export interface Store {
  database: Database;
  recovery: Recovery | null;
  damagedLog: string | null;
  restored: Restored | null;
  sessions: SessionIndex;
  transcripts: TranscriptLog;
  blobs: Blobs;
  drafts: Drafts;
  queuedPrompts: QueuedPrompts;
  places: ReadingPlaces;
  /** Commits what is buffered and closes the file. A failed last commit is the answer. */
  close(): Result<null>;
}

export interface StoreOptions {
  /** The profile folder; created where missing. */
  home: string;
  clock: Clock;
  /** Of the report of a recovery. English if absent. */
  locale?: ReportLocale;
  newId: () => string;
  onFailure: (error: AppError) => void;
  onRecovered: () => void;
  onOverflow: (error: AppError) => void;
  /** A statement met damage; told once. The next start repairs the file. */
  onDamage: (error: AppError) => void;
}

/**
 * Opens the profile's database, recovered and migrated where it has to be. Fails with `store.newerSchema`,
 * `store.migrationFailed`, `store.locked`, `store.full` or `store.failed`.
 */
export function openStore(options: StoreOptions): Result<Store> {
  const { home, clock, newId, onFailure, onRecovered, onOverflow, onDamage } = options;
  let found: OpenedDatabase;
  try {
    found = openDatabase(home, clock, options.locale);
    removeHalfWritten(found.database);
  } catch (thrown) {
    return fail(storeError(thrown));
  }
  const { database: opened, recovery, damagedLog, restored } = found;
  opened.onDamage = (error) => {
    opened.onDamage = null;
    suspect(home);
    onDamage(error);
  };
  const transcripts = new TranscriptLog({ database: opened, clock, onFailure, onRecovered, onOverflow });
  const drafts = new Drafts({ database: opened, clock, newId });
  drafts.sweep();
  return ok({
    database: opened,
    recovery,
    damagedLog,
    restored,
    transcripts,
    sessions: new SessionIndex({ database: opened, clock }),
    blobs: new Blobs({ database: opened, clock, newId }),
    queuedPrompts: new QueuedPrompts({ database: opened, clock }),
    drafts,
    places: new ReadingPlaces({ database: opened }),
    close() {
      const result = transcripts.close();
      opened.close();
      return result;
    },
  });
}
