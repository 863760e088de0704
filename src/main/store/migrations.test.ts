import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppFailure } from '@shared/errors';
import { listBackups, makeBackup } from './backups';
import { Database } from './database';
import { type Migration, migrate, MIGRATIONS } from './migrations';
import { databasePath, openDatabase } from './openDatabase';
import { searchItems } from './search';
import { ManualClock, temporaryFolder, testStore, valueOf } from './testStore';

const one: Migration = { version: 1, sql: `create table a (x text); insert into a values ('before')` };
const two: Migration = { version: 2, sql: `update a set x = 'after'` };
const broken: Migration = { version: 3, sql: `insert into a values ('half'); insert into nowhere values (1)` };

function open(path: string): Database {
  const database = new Database(path);
  onTestFinished(() => database.close());
  return database;
}

it('creates the schema of a new file without a backup', () => {
  const home = temporaryFolder();
  const { database } = openDatabase(home, new ManualClock());
  onTestFinished(() => database.close());
  expect(database.schemaVersion).toBe(MIGRATIONS.at(-1)?.version);
  expect(database.integrityCheck()).toEqual([]);
  expect(listBackups(home)).toEqual([]);
});

it('copies the file before it is changed', () => {
  const home = temporaryFolder();
  const database = open(databasePath(home));
  migrate(database, { migrations: [one] });
  migrate(database, { migrations: [one, two], backUp: (source) => makeBackup(source, home, NAME).name });
  expect(database.get('select x from a')).toEqual({ x: 'after' });
  const backup = open(join(home, 'backups', NAME));
  expect(backup.get('select x from a')).toEqual({ x: 'before' });
  expect(backup.schemaVersion).toBe(1);
});
const NAME = '2026-11-30T10-00-00-000Z-update.db';

it('leaves the file and its backup as they were where any step fails', () => {
  const home = temporaryFolder();
  const database = open(databasePath(home));
  migrate(database, { migrations: [one] });
  const backUp = (source: Database) => makeBackup(source, home, NAME).name;
  expect(() => migrate(database, { migrations: [one, two, broken], backUp })).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ code: 'store.migrationFailed', found: 1, supported: 3, backup: NAME }),
    }),
  );
  for (const file of [database, open(join(home, 'backups', NAME))]) {
    expect(file.all('select x from a')).toEqual([{ x: 'before' }]);
    expect(file.schemaVersion).toBe(1);
    expect(file.integrityCheck()).toEqual([]);
  }
});

it('changes nothing where the copy cannot be made', () => {
  const database = open(join(temporaryFolder(), 'x.db'));
  migrate(database, { migrations: [one] });
  const backUp = (): string => {
    throw new AppFailure({ code: 'store.full', message: 'no room' });
  };
  expect(() => migrate(database, { migrations: [one, two], backUp })).toThrow(AppFailure);
  expect(database.get('select x from a')).toEqual({ x: 'before' });
});

it('refuses a file that a later version wrote and touches neither it nor its log', () => {
  const home = temporaryFolder();
  const later = new Database(databasePath(home));
  later.exec('create table of_later (x text) strict');
  later.schemaVersion = 900;
  // As a kill leaves it: the version stands in the log alone.
  const other = temporaryFolder();
  for (const suffix of ['', '-wal']) copyFileSync(`${later.path}${suffix}`, `${databasePath(other)}${suffix}`);
  later.close();
  for (const folder of [home, other]) {
    const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
    expect(() => openDatabase(folder, new ManualClock())).toThrow(
      expect.objectContaining({
        error: { code: 'store.newerSchema', found: 900, supported: MIGRATIONS.at(-1)?.version },
      }),
    );
    const after = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
    expect(after).toEqual(before);
  }
});

it('has migrations numbered without gaps', () => {
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

const fixtures = join(import.meta.dirname, '../../../tests/fixtures/store');
describe.each(readdirSync(fixtures).filter((name) => name.endsWith('.db')))('a database of a release, %s', (name) => {
  it('is brought to the newest schema with all that was in it', () => {
    const home = temporaryFolder();
    copyFileSync(join(fixtures, name), databasePath(home));
    const version = Number(/\d+/.exec(name)?.[0]);
    const old = new Database(databasePath(home), { readOnly: true });
    const items = old.all<{ json: string }>('select json from item order by session_id, ordinal');
    const heads = old.all('select * from session_head order by session_id');
    old.close();
    expect(items.length).toBe(85);

    const store = testStore(home);
    expect(store.recovery).toBeNull();
    expect(store.database.schemaVersion).toBe(MIGRATIONS.at(-1)?.version);
    expect(store.database.integrityCheck()).toEqual([]);
    expect(store.database.all('pragma foreign_key_check')).toEqual([]);
    expect(store.database.all('select json from item order by session_id, ordinal')).toEqual(items);
    expect(store.database.all('select * from session_head order by session_id')).toEqual(heads);
    expect(store.sessions.list().map(({ sessionId }) => sessionId)).toEqual(['s1', 's2', 's3']);
    const loaded = valueOf(store.transcripts.load('s2'));
    expect(loaded.items.length).toBe(25);
    expect(loaded.events.map(({ seq }) => seq)).toEqual([76, 77, 78, 79]);
    expect(store.drafts.get('s1').text).toBe('还有：请补上超时的测试');
    expect(valueOf(store.blobs.read('b1', 0, 11)).total).toBe(79890);
    expect(searchItems(store.database, { text: '等待再重试', limit: 100 }).hits.length).toBeGreaterThan(40);
    // The copy is the file of that release, to be taken into use by it again.
    const [backup] = listBackups(home);
    expect(backup?.kind).toBe('update');
    const copy = open(join(home, 'backups', backup?.name ?? ''));
    expect(copy.schemaVersion).toBe(version);
    expect(copy.all('select json from item order by session_id, ordinal')).toEqual(items);
  });
});
