import { mkdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { AppFailure } from '@shared/errors';
import { backupName, makeBackup } from './backups';
import { Database, storeError } from './database';
import { AT_AGENT, CONTENT_JSON, EMPTY_JSON, STATUSES } from './fillStore';
import { type FileFacts, fileFacts } from './fileFacts';
import { keepSchema } from './knownSchema';
import { migrate, MIGRATIONS } from './migrations';
import { openWhenFree } from './openWhenFree';
import { finishRestore, type Restored } from './restore';
import { isUnfinished, keepDamagedLog, type Recovery, recover } from './recovery';
import type { ReportLocale } from './recoveryReport';
import { columnsOf, shapeOf } from './schemaShape';

/**
 * The profile's database, opened so that it can be relied on: a newer one is refused before anything is touched, a damaged
 * one is set aside and recovered, an older one is copied and migrated. All else that goes wrong (no room, no permission) is
 * thrown: it says nothing of the file.
 */

export interface OpenedDatabase {
  database: Database;
  /** What was done about a damaged file, to be told. */
  recovery: Recovery | null;
  /** The log could not be replayed to its end; a copy of it is in this folder. */
  damagedLog: string | null;
  /** A backup took the file's place, as was asked for before the restart. */
  restored: Restored | null;
}

export const databasePath = (home: string) => join(home, 'signalbox.db');

/** Files up to this size are read through at every start, which takes some 60 ms; larger ones when there is a reason. */
const ALWAYS_CHECKED_BYTES = 8 * 1024 ** 2;
/** After a run that did not end in order; about 8 ms a megabyte. */
const CHECKED_AFTER_CRASH_BYTES = 64 * 1024 ** 2;
/** No Signalbox will ever have as many: a version beyond is a damaged number. */
const PLAUSIBLE_VERSIONS = 1000;

export function openDatabase(home: string, clock: Clock, locale: ReportLocale = 'en'): OpenedDatabase {
  mkdirSync(home, { recursive: true });
  const path = databasePath(home);
  const restored = finishRestore(home, path);
  const facts = fileFacts(path);
  const supported = MIGRATIONS.at(-1)?.version ?? 0;
  const found = facts.schemaVersion ?? 0;
  if (found > supported && found < PLAUSIBLE_VERSIONS) {
    throw new AppFailure({ code: 'store.newerSchema', found, supported });
  }
  const reason = damageOutside(path, facts, found);
  if (reason === null) {
    const damagedLog = facts.commitsOutOfReach > 0 ? keepDamagedLog(path, home, clock) : null;
    const opened = openSound(home, facts, clock);
    if ('database' in opened) return { database: opened.database, recovery: null, damagedLog, restored };
    return { ...recovered(home, opened.damage, clock, locale), damagedLog, restored };
  }
  return { ...recovered(home, reason, clock, locale), damagedLog: null, restored };
}

function recovered(
  home: string,
  reason: string,
  clock: Clock,
  locale: ReportLocale,
): { database: Database; recovery: Recovery } {
  const path = databasePath(home);
  const recovery = recover(path, home, reason, clock, locale);
  rmSync(suspicion(home), { force: true });
  const database = new Database(path);
  keepSchema(database, home);
  return { database, recovery };
}

function damageOutside(path: string, facts: FileFacts, version: number): string | null {
  if (isUnfinished(path)) return 'an earlier recovery was not finished';
  if (!facts.exists) return facts.hasLog ? 'the file is missing beside its log' : null;
  if (facts.bytes === 0) return 'the file is empty';
  if (facts.schemaVersion === null) return 'the header of the file is damaged';
  // A file of ours always has a version: it is created in one transaction with its tables.
  if (version >= PLAUSIBLE_VERSIONS) return 'the version in the header is damaged';
  return null;
}

function openSound(home: string, facts: FileFacts, clock: Clock): { database: Database } | { damage: string } {
  let database: Database | null = null;
  try {
    database = openWhenFree(databasePath(home));
    const damage = damageInside(database, home, facts);
    if (damage === null) {
      migrate(database, { backUp: (source) => makeBackup(source, home, backupName(clock.now(), 'update')).name });
      rmSync(suspicion(home), { force: true });
      keepSchema(database, home);
      return { database };
    }
    database.close();
    return { damage };
  } catch (thrown) {
    closeQuietly(database);
    const error = storeError(thrown);
    if (error.code !== 'store.damaged') throw thrown;
    return { damage: error.message };
  }
}

function closeQuietly(database: Database | null): void {
  try {
    database?.close();
  } catch {
    // What made it fail to open is what counts.
  }
}

function damageInside(database: Database, home: string, facts: FileFacts): string | null {
  if (!facts.exists) return null;
  const shape = wrongShape(database);
  if (shape !== null) return shape;
  const wanted = existsSync(suspicion(home)) || facts.bytes <= ALWAYS_CHECKED_BYTES;
  if (wanted || (facts.hasLog && facts.bytes <= CHECKED_AFTER_CRASH_BYTES)) {
    const [fault] = database.integrityCheck();
    if (fault !== undefined) return fault;
    for (const [table, columns] of Object.entries(CONTENT_JSON)) {
      for (const column of columns) {
        if (hasBrokenJson(database, table, column)) return `${table}.${column} holds what is no JSON`;
      }
    }
  }
  // Of these the lists are made, without which no window opens.
  for (const [table, columns] of Object.entries(EMPTY_JSON)) {
    for (const column of Object.keys(columns)) {
      if (hasBrokenJson(database, table, column)) return `${table}.${column} holds what is no JSON`;
    }
  }
  const states = database.all<{ status: string; at_agent: string }>('select distinct status, at_agent from session');
  return states.every(({ status, at_agent }) => STATUSES.has(status) && AT_AGENT.has(at_agent))
    ? null
    : 'a session is in no state that there is';
}

function hasBrokenJson(database: Database, table: string, column: string): boolean {
  if (!columnsOf(database, table).includes(column)) return false;
  return database.get(`select 1 from "${table}" where not json_valid("${column}") limit 1`) !== undefined;
}

/** Tables and columns as its version has them: a flipped version, or a schema page of an older time, tells itself so. */
function wrongShape(database: Database): string | null {
  for (const { name, columns } of shapeOf(database.schemaVersion)) {
    const there = columnsOf(database, name);
    if (there.join() !== columns.join()) return `the table ${name} is not as version ${database.schemaVersion} has it`;
  }
  return null;
}

const suspicion = (home: string): string => join(home, 'signalbox.db.suspect');

/** The next start reads all of the file, and repairs it where that finds something. */
export function suspect(home: string): void {
  writeFileSync(suspicion(home), '');
}
