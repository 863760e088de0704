import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '@shared/errors';
import type { BackupKind, BackupView } from '@shared/ipc/data';
import { Database } from './database';
import { fileFacts } from './fileFacts';
import { MIGRATIONS } from './migrations';

/** Copies of the database in the profile's folder `backups`, named by their time and by why they were made. */

export const backupsFolder = (home: string): string => join(home, 'backups');

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)-(daily|manual|update)\.db$/;

export function backupName(at: number, kind: BackupKind): string {
  return `${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}-${kind}.db`;
}

/** The newest first. */
export function listBackups(home: string): BackupView[] {
  const folder = backupsFolder(home);
  if (!existsSync(folder)) return [];
  const views: BackupView[] = [];
  for (const name of readdirSync(folder)) {
    const view = viewOf(folder, name);
    if (view !== null) views.push(view);
  }
  return views.toSorted((a, b) => b.at - a.at);
}

/** NaN for a name that is none of ours. */
export function backupTime(name: string): number {
  const stamp = NAME.exec(name)?.[1] ?? '';
  return Date.parse(stamp.replace(/T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/, 'T$1:$2:$3.$4Z'));
}

function viewOf(folder: string, name: string): BackupView | null {
  const kind = NAME.exec(name)?.[2] ?? '';
  const at = backupTime(name);
  if (Number.isNaN(at) || !isKind(kind)) return null;
  return { name, at, kind, bytes: statSync(join(folder, name)).size };
}

const isKind = (kind: string): kind is BackupKind => kind === 'daily' || kind === 'manual' || kind === 'update';

/** Null for a name that is none of the list: it comes from a page and must not lead out of the folder. */
export function backupPath(home: string, name: string): string | null {
  if (!NAME.test(name)) return null;
  const path = join(backupsFolder(home), name);
  return existsSync(path) ? path : null;
}

/**
 * A whole and checked copy under its name, or nothing: VACUUM INTO takes what is committed, also what is still in the log,
 * and the copy is read through before it gets the name.
 */
export function makeBackup(source: Database, home: string, name: string): BackupView {
  const folder = backupsFolder(home);
  mkdirSync(folder, { recursive: true });
  const partial = join(folder, `${name}.partial`);
  rmSync(partial, { force: true });
  try {
    source.run('vacuum into ?', partial);
    const copy = new Database(partial, { readOnly: true });
    try {
      const faults = copy.integrityCheck();
      if (faults.length > 0) throw new AppFailure({ code: 'store.damaged', message: faults.slice(0, 3).join('; ') });
    } finally {
      copy.close();
    }
    renameSync(partial, join(folder, name));
  } finally {
    rmSync(partial, { force: true });
  }
  const view = viewOf(folder, name);
  if (view === null) throw new AppFailure({ code: 'backup.unknown', name });
  return view;
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
const KEPT_MANUAL = 10;
const KEPT_UPDATES = 3;
/** The newest of each kind stays, whatever it weighs. */
const KEPT_BYTES = 4 * 1024 ** 3;

/** Names of those that are not kept: of the daily ones 7 days and one a week for 4 weeks, and all of them within 4 GB. */
export function outdated(backups: readonly BackupView[]): string[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at);
  const kept = new Set<string>();
  const ofKind = (kind: BackupKind): BackupView[] => newestFirst.filter((backup) => backup.kind === kind);
  for (const { name } of [...ofKind('manual').slice(0, KEPT_MANUAL), ...ofKind('update').slice(0, KEPT_UPDATES)]) {
    kept.add(name);
  }
  keepOneEach(ofKind('daily'), DAY_MS, KEPT_DAYS, kept);
  keepOneEach(ofKind('daily'), 7 * DAY_MS, KEPT_WEEKS, kept);
  let bytes = 0;
  const seen = new Set<BackupKind>();
  for (const backup of newestFirst) {
    if (!kept.has(backup.name)) continue;
    bytes += backup.bytes;
    if (bytes > KEPT_BYTES && seen.has(backup.kind)) kept.delete(backup.name);
    seen.add(backup.kind);
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** The newest of each of the newest `count` stretches of time that have one. */
function keepOneEach(backups: readonly BackupView[], stretchMs: number, count: number, kept: Set<string>): void {
  const stretches = new Set<number>();
  for (const { name, at } of backups) {
    const stretch = Math.floor(at / stretchMs);
    if (stretches.has(stretch)) continue;
    if (stretches.size === count) return;
    stretches.add(stretch);
    kept.add(name);
  }
}

export function removeOutdated(home: string): void {
  for (const name of outdated(listBackups(home))) rmSync(join(backupsFolder(home), name), { force: true });
}

/** To read from, the newest first. Opening one that is not sound throws. */
export function goodBackups(home: string): { name: string; open: () => Database }[] {
  return listBackups(home).map(({ name }) => ({
    name,
    open() {
      const path = join(backupsFolder(home), name);
      const version = fileFacts(path).schemaVersion;
      const newest = MIGRATIONS.at(-1)?.version ?? 0;
      if (version === null || version > newest) {
        throw new AppFailure({ code: 'store.damaged', message: `${name} cannot be read` });
      }
      const database = new Database(path, { readOnly: true });
      const faults = database.integrityCheck();
      if (faults.length === 0) return database;
      database.close();
      throw new AppFailure({ code: 'store.damaged', message: faults[0] ?? '' });
    },
  }));
}
