import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import { Blobs } from './blobs';
import { Database, storeError } from './database';
import { Drafts } from './drafts';
import { migrate } from './migrations';
import { QueuedPrompts } from './queuedPrompts';
import { ReadingPlaces } from './readingPlaces';
import { SessionIndex } from './sessionIndex';
import { removeHalfWritten } from './sessionWriter';
import { TranscriptLog } from './transcriptLog';

export interface Store {
  database: Database;
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
  newId: () => string;
  onFailure: (error: AppError) => void;
  onRecovered: () => void;
}

export const databasePath = (home: string) => join(home, 'signalbox.db');

/** Opens the profile's database, migrated. Fails with `store.newerSchema` or `store.failed`. */
export function openStore({ home, clock, newId, onFailure, onRecovered }: StoreOptions): Result<Store> {
  let database: Database | null = null;
  try {
    mkdirSync(home, { recursive: true });
    database = new Database(databasePath(home));
    migrate(database);
    removeHalfWritten(database);
  } catch (thrown) {
    database?.close();
    return fail(storeError(thrown));
  }
  const opened = database;
  const transcripts = new TranscriptLog({ database: opened, clock, onFailure, onRecovered });
  const drafts = new Drafts({ database: opened, clock, newId });
  drafts.sweep();
  return ok({
    database: opened,
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
