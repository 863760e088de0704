import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databasePath } from './openDatabase';
import { temporaryFolder, testStore } from './testStore';
import { WalSync } from './walSync';

function walSync(path: string) {
  const failures: unknown[] = [];
  return { failures, sync: new WalSync(path, (thrown) => failures.push(thrown)) };
}

describe('a sync of the log aside', () => {
  it('leaves the database with its locks and its log', async () => {
    const store = testStore();
    const { failures, sync } = walSync(databasePath(store.home));
    store.database.transactionUnsynced(() => store.drafts.set('s1', { text: 'a draft', attachments: [] }));
    sync.request();
    sync.request();
    await sync.settled();
    expect(failures).toEqual([]);
    store.drafts.set('s1', { text: 'another', attachments: [] });
    expect(store.drafts.get('s1').text).toBe('another');
  });

  it('is done at once where somebody has to know', () => {
    const store = testStore();
    const { failures, sync } = walSync(databasePath(store.home));
    store.database.transactionUnsynced(() => store.drafts.set('s1', { text: 'a draft', attachments: [] }));
    sync.request();
    expect(() => sync.now()).not.toThrow();
    expect(failures).toEqual([]);
  });

  it('has nothing to do where the log is gone', async () => {
    const { failures, sync } = walSync(`${temporaryFolder()}/nothing.db`);
    sync.request();
    await sync.settled();
    expect(failures).toEqual([]);
  });

  it('tells that the disk refused', async () => {
    const path = `${temporaryFolder()}/broken.db`;
    mkdirSync(`${path}-wal`);
    const { failures, sync } = walSync(path);
    sync.request();
    expect(() => sync.now()).toThrow('EISDIR');
    await sync.settled();
    expect(failures).toHaveLength(1);
  });
});

describe('a transaction that does not wait for the disk', () => {
  it('leaves the next one waiting for it', () => {
    const { database } = testStore();
    const mode = () => database.get<{ synchronous: number }>('pragma synchronous')?.synchronous;
    expect(database.transactionUnsynced(mode)).toBe(1);
    expect(mode()).toBe(2);
    expect(() =>
      database.transactionUnsynced(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(mode()).toBe(2);
  });
});
