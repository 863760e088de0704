import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AppFailure } from '@shared/errors';
import { Database } from './database';
import { type Migration, migrate, MIGRATIONS } from './migrations';
import { temporaryFolder } from './testStore';

const one: Migration = { version: 1, sql: `create table a (x text); insert into a values ('before')` };
const two: Migration = { version: 2, sql: `update a set x = 'after'` };
const broken: Migration = { version: 3, sql: `insert into a values ('half'); insert into nowhere values (1)` };

function open(path: string): Database {
  const database = new Database(path);
  onTestFinished(() => database.close());
  return database;
}

it('creates the schema of a new file without a backup', () => {
  const database = open(join(temporaryFolder(), 'x.db'));
  migrate(database);
  expect(database.schemaVersion).toBe(MIGRATIONS.at(-1)?.version);
  expect(database.quickCheck()).toEqual([]);
  expect(existsSync(`${database.path}.v0.backup`)).toBe(false);
});

it('keeps the file as it was beside the migrated one', () => {
  const database = open(join(temporaryFolder(), 'x.db'));
  migrate(database, [one]);
  migrate(database, [one, two]);
  expect(database.get('select x from a')).toEqual({ x: 'after' });
  const backup = open(`${database.path}.v1.backup`);
  expect(backup.get('select x from a')).toEqual({ x: 'before' });
  expect(backup.schemaVersion).toBe(1);
});

it('leaves nothing of a step that fails and keeps the steps before it', () => {
  const database = open(join(temporaryFolder(), 'x.db'));
  migrate(database, [one]);
  expect(() => migrate(database, [one, two, broken])).toThrow(AppFailure);
  expect(database.all('select x from a')).toEqual([{ x: 'after' }]);
  expect(database.schemaVersion).toBe(2);
});

it('refuses a file that a later version wrote and does not touch it', () => {
  const database = open(join(temporaryFolder(), 'x.db'));
  migrate(database, [one, two]);
  expect(() => migrate(database, [one])).toThrow(
    expect.objectContaining({ error: { code: 'store.newerSchema', found: 2, supported: 1 } }),
  );
  expect(database.schemaVersion).toBe(2);
});

it('has migrations numbered without gaps', () => {
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});
