import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { Database } from './database';
import type { SchemaRow } from './knownSchema';

/** SQLite's own; no migration of ours changes it. */
const PAGE_BYTES = 4096;
const HEADER_BYTES = 100;

/**
 * A copy of a damaged database with its log in it, a sound header, and the schema as it was known: what remains unreadable
 * is then only what lies on damaged pages itself.
 */
export function mendCopy(damaged: string, copy: string, schema: readonly SchemaRow[] | null): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
  copyFileSync(damaged, copy);
  mendHeader(copy, false);
  if (existsSync(`${damaged}-wal`)) {
    copyFileSync(`${damaged}-wal`, `${copy}-wal`);
    takeLogIn(copy);
  }
  if (schema === null) return;
  mendHeader(copy, true);
  const database = new Database(copy, { journal: 'none', defensive: false });
  try {
    database.exec('pragma writable_schema = on; pragma journal_mode = delete');
    for (const { type, name, tbl_name, rootpage, sql } of schema) {
      database.run('insert into sqlite_schema values (?, ?, ?, ?, ?)', type, name, tbl_name, rootpage, sql);
    }
  } finally {
    database.close();
  }
}

function takeLogIn(copy: string): void {
  try {
    const database = new Database(copy);
    try {
      database.exec('pragma wal_checkpoint(truncate)');
    } finally {
      database.close();
    }
  } catch {
    // The log stays beside the damaged file; without it the copy is an older state.
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
}

/**
 * The fields that are the same in every file of ours (https://www.sqlite.org/fileformat.html#the_database_header); on demand
 * with the schema emptied, whose tree begins behind the header.
 */
function mendHeader(path: string, withoutSchema: boolean): void {
  const bytes = statSync(path).size;
  const file = openSync(path, 'r+');
  try {
    const page = Buffer.alloc(PAGE_BYTES);
    readSync(file, page, 0, PAGE_BYTES, 0);
    page.write('SQLite format 3\0', 0, 'latin1');
    page.writeUInt16BE(PAGE_BYTES, 16);
    page.set([2, 2, 0, 64, 32, 32], 18);
    page.writeUInt32BE(Math.ceil(bytes / PAGE_BYTES), 28);
    // No list of free pages: what is added goes to the end.
    page.writeUInt32BE(0, 32);
    page.writeUInt32BE(0, 36);
    page.writeUInt32BE(4, 44);
    page.writeUInt32BE(0, 52);
    page.writeUInt32BE(1, 56);
    page.writeUInt32BE(0, 64);
    // The size above counts only where these two are the same.
    page.copy(page, 92, 24, 28);
    if (withoutSchema) {
      page.fill(0, HEADER_BYTES);
      // A leaf of a table, without a cell, its contents growing down from the page's end.
      page.set([13, 0, 0, 0, 0, PAGE_BYTES >> 8, PAGE_BYTES & 0xff, 0], HEADER_BYTES);
    }
    writeSync(file, page, 0, PAGE_BYTES, 0);
  } finally {
    closeSync(file);
  }
}
