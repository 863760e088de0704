import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AppFailure } from '@shared/errors';
import { Database, storeError } from './database';
import { fileHolder } from './fileHolder';
import { databasePath, openDatabase } from './openDatabase';
import { openWhenFree } from './openWhenFree';
import { ManualClock, temporaryFolder, testStore } from './testStore';

/** As a killed engine leaves it: commits in a log that nobody has put away. */
const ALL_OF_IT = `pragma locking_mode = exclusive; begin exclusive;
  insert into project values ('p2', '/wood/p2', 'p2', 1, 0); commit; begin exclusive`;

function profile(): string {
  const store = testStore();
  store.close();
  return store.home;
}

const projects = (database: Database): string[] =>
  database.all<{ id: string }>('select id from project order by id').map(({ id }) => id);

function failureOf(run: () => unknown): AppFailure {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof AppFailure) return thrown;
  }
  throw new Error('an AppFailure was expected');
}

it.each([
  ['all of it, and leaves a log', ALL_OF_IT, ['p1', 'p2']],
  ['the right to write', 'begin immediate', ['p1']],
])('opens as soon as a process is gone that had %s', async (_what, sql, kept) => {
  const home = profile();
  const holder = await fileHolder(databasePath(home), sql, 1500);
  const gone = once(holder, 'exit');
  const { database, recovery } = openDatabase(home, new ManualClock());
  expect(projects(database)).toEqual(kept);
  expect(recovery).toBeNull();
  database.run(`insert into project values ('p3', '/wood/p3', 'p3', 1, 0)`);
  database.close();
  // It was waited for: nobody takes a file that is another's.
  await gone;
});

it('says who has it where a process never lets go, with SQLite’s own word, and changes nothing', async () => {
  const home = profile();
  const path = databasePath(home);
  const holder = await fileHolder(path, ALL_OF_IT);
  const before = readFileSync(path);
  const failure = failureOf(() => openDatabase(home, new ManualClock()));
  expect(failure.error).toEqual({
    code: 'store.locked',
    path,
    seconds: 5,
    message: 'database is locked (SQLITE_BUSY 5)',
  });
  expect(failure.message).toBe('store.locked: database is locked (SQLITE_BUSY 5)');
  expect(readFileSync(path).equals(before)).toBe(true);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const { database } = openDatabase(home, new ManualClock());
  expect(projects(database)).toEqual(['p1', 'p2']);
  database.close();
}, 20_000);

it('does not wait for what is no lock', () => {
  const begun = performance.now();
  expect(failureOf(() => openWhenFree(temporaryFolder())).error.code).toBe('store.failed');
  expect(performance.now() - begun).toBeLessThan(2_500);
});

it('an error of the store names what SQLite calls it', () => {
  const database = new Database(`${temporaryFolder()}/a.db`);
  const failure = failureOf(() => database.exec('select * from nowhere'));
  expect(storeError(failure)).toEqual({
    code: 'store.failed',
    message: 'no such table: nowhere (SQLITE_ERROR 1)',
  });
  database.close();
});
