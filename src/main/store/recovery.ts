import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '@shared/clock';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Database } from './database';
import { fillStore, type TableCount } from './fillStore';
import { fileFacts } from './fileFacts';
import { goodBackups } from './backups';
import { mendCopy } from './mendCopy';
import { migrate } from './migrations';
import { knownSchema } from './knownSchema';
import { type ReportLocale, reportText } from './recoveryReport';

/**
 * A damaged database: its files are moved into a folder of their own and stay there as they are. What can be read of them
 * is written into a new one, what cannot comes from the newest good backup, and a report says both
 * (docs/decisions/0055).
 */

export interface Recovery {
  /** Where the damaged files and the report are. */
  folder: string;
  reportFile: string;
  reason: string;
  at: number;
  tables: readonly TableCount[];
  /** Name of the backup from which something came; null: none was there or needed. */
  backup: string | null;
  /** Could the damaged file be read at all? */
  readable: boolean;
}

const FILES = ['', '-wal', '-shm'];
/** Stands from before the first file is moved until the new one has the name: a kill in between is gone on from. */
const marker = (path: string): string => `${path}.setting-aside`;

/** Was the last run ended in the midst of a recovery? */
export const isUnfinished = (path: string): boolean => existsSync(marker(path));

export function recover(
  path: string,
  home: string,
  reason: string,
  clock: Clock,
  locale: ReportLocale = 'en',
): Recovery {
  const at = clock.now();
  const { folder, why } = beginOrGoOn(path, freeFolder(home, at), reason);
  const damaged = join(folder, basename(path));
  // It has taken the name already: only the mark is left.
  if (!(existsSync(path) && existsSync(damaged))) setAside(path, folder);
  const partial = `${path}.recovering`;
  for (const suffix of FILES) rmSync(`${partial}${suffix}`, { force: true });
  const target = new Database(partial);
  let recovery: Recovery;
  try {
    migrate(target);
    const { open, temporary } = damagedSources(damaged, folder);
    const filled = fillStore(target, { home, now: at, damaged: open, backups: goodBackups(home) });
    for (const file of temporary) rmSync(file, { force: true });
    recovery = { folder, reportFile: join(folder, 'report.txt'), reason: why, at, ...filled };
    writeFileSync(recovery.reportFile, reportText(recovery, locale));
  } finally {
    target.close();
  }
  renameSync(partial, path);
  rmSync(marker(path), { force: true });
  return recovery;
}

function beginOrGoOn(path: string, folder: string, reason: string): { folder: string; why: string } {
  const file = marker(path);
  if (!existsSync(file)) {
    writeFileAtomic.sync(file, JSON.stringify({ folder: basename(folder), why: reason }));
    return { folder, why: reason };
  }
  const begun = Begun.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { folder: join(dirname(path), begun.folder), why: begun.why };
}

const Begun = z.object({ folder: z.string(), why: z.string() });

/** The log of a file that is sound as far as it can be replayed; what lies behind its damage is kept for whoever can use it. */
export function keepDamagedLog(path: string, home: string, clock: Clock): string {
  const folder = freeFolder(home, clock.now());
  mkdirSync(folder, { recursive: true });
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, join(folder, `${basename(path)}${suffix}`));
  }
  return folder;
}

/** Moves the database with its log. The index of the log is made anew wherever the log is read. */
export function setAside(path: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, join(folder, `${basename(path)}${suffix}`));
  }
  rmSync(`${path}-shm`, { force: true });
}

export function freeFolder(home: string, at: number, word: 'damaged' | 'replaced' = 'damaged'): string {
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  for (let number = 1; ; number += 1) {
    const folder = join(home, `${word}-${stamp}${number === 1 ? '' : `-${number}`}`);
    if (!existsSync(folder)) return folder;
  }
}

/** As it is; else a copy that was mended. Each opens a connection that its user closes. */
function damagedSources(damaged: string, folder: string): { open: (() => Database)[]; temporary: string[] } {
  if (!existsSync(damaged) || fileFacts(damaged).bytes === 0) return { open: [], temporary: [] };
  const reader = (path: string) => (): Database => {
    const database = new Database(path, { readOnly: true });
    database.exec('pragma cell_size_check = on; pragma trusted_schema = off; pragma writable_schema = on');
    return database;
  };
  const mended = join(folder, 'mended.db');
  return {
    open: [
      reader(damaged),
      () => {
        mendCopy(damaged, mended, knownSchema(dirname(folder)));
        return reader(mended)();
      },
    ],
    temporary: FILES.map((suffix) => `${mended}${suffix}`),
  };
}
