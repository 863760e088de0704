import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { AppError } from '@shared/errors';
import type { BackupKind, BackupView } from '@shared/ipc/data';
import { BackupService } from './backupService';
import { backupName, backupPath, listBackups, outdated } from './backups';
import { databasePath } from './openDatabase';
import { wishRestore } from './restore';
import { temporaryFolder, testStore, type TestStore, text, valueOf } from './testStore';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 30, 12);

describe('of many backups', () => {
  const backup = (daysAgo: number, kind: BackupKind, bytes = 1000): BackupView => {
    const at = NOW - daysAgo * DAY;
    return { name: backupName(at, kind), at, kind, bytes };
  };
  const kept = (all: readonly BackupView[]): number[] => {
    const gone = new Set(outdated(all));
    return all.filter(({ name }) => !gone.has(name)).map(({ at }) => (NOW - at) / DAY);
  };

  it('those of seven days stay, and one a week for four weeks', () => {
    const daily = Array.from({ length: 40 }, (_, index) => backup(index, 'daily'));
    const days = kept(daily);
    expect(days.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(days.length).toBeLessThanOrEqual(10);
    expect(days.at(-1)).toBeGreaterThanOrEqual(14);
  });

  it('only the newest of a day stays', () => {
    expect(kept([backup(0, 'daily'), backup(0.1, 'daily'), backup(0.2, 'daily')])).toEqual([0]);
  });

  it('ten that the person made stay, and three from before updates', () => {
    const all = Array.from({ length: 12 }, (_, index) => [
      backup(index, 'manual'),
      backup(index + 0.5, 'update'),
    ]).flat();
    const gone = new Set(outdated(all));
    expect(all.filter(({ name, kind }) => kind === 'manual' && !gone.has(name))).toHaveLength(10);
    expect(all.filter(({ name, kind }) => kind === 'update' && !gone.has(name))).toHaveLength(3);
  });

  it('the older ones go where they fill the disk, and the newest of each kind stays', () => {
    const GB = 1024 ** 3;
    const all = [backup(0, 'daily', 3 * GB), backup(1, 'daily', 3 * GB), backup(2, 'update', 3 * GB)];
    expect(kept(all)).toEqual([0, 2]);
  });
});

it('has no name that leads out of its folder', () => {
  const { home } = testStore();
  writeFileSync(join(home, 'x.db'), '');
  expect(backupPath(home, '../x.db')).toBeNull();
  expect(wishRestore(home, '../x.db', { now: () => 0, setTimer: () => () => undefined })).toMatchObject({ ok: false });
});

describe('a backup', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-backup-'));
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { '@shared': join(import.meta.dirname, '../../shared') } },
      build: {
        ssr: join(import.meta.dirname, 'backupWorker.ts'),
        outDir: folder,
        rollupOptions: { output: { entryFileNames: 'backupWorker.mjs' } },
      },
      ssr: { external: ['@photostructure/sqlite'] },
    });
    // Where its packages are found.
    copyFileSync(join(folder, 'backupWorker.mjs'), worker);
  });
  const worker = join(import.meta.dirname, '../../../node_modules/.backupWorker.test.mjs');
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(worker, { force: true });
  });

  function service(store: TestStore, { isDaily = true, workerFile = worker } = {}) {
    const failures: AppError[] = [];
    const damages: AppError[] = [];
    const backups = new BackupService({
      home: store.home,
      clock: store.clock,
      database: store.database,
      workerFile,
      isDaily: () => isDaily,
      onDamage: (error) => damages.push(error),
      onFailure: (error) => failures.push(error),
    });
    return { backups, failures, damages };
  }

  const eventsOf = (store: TestStore) => valueOf(store.transcripts.load('s1')).events.length;

  it('holds what was committed, is sound, and takes the place of what came after it at the next start', async () => {
    const store = testStore();
    store.transcripts.append([text(1, 'before')]);
    valueOf(store.transcripts.commit());
    const { backups } = service(store);
    const made = valueOf(await backups.backUp('manual'));
    expect(listBackups(store.home)).toEqual([made]);
    store.transcripts.append([text(2, 'after')]);
    valueOf(store.transcripts.commit());

    valueOf(wishRestore(store.home, made.name, store.clock));
    expect(eventsOf(store)).toBe(2);
    valueOf(store.close());
    const restored = testStore(store.home);
    expect(restored.restored?.name).toBe(made.name);
    expect(eventsOf(restored)).toBe(1);
    // What it replaced is whole in a folder of its own, and the wish is done once.
    const replaced = temporaryFolder();
    copyFileSync(join(store.home, restored.restored?.folder ?? '', 'signalbox.db'), databasePath(replaced));
    expect(eventsOf(testStore(replaced))).toBe(2);
    restored.database.close();
    expect(testStore(store.home).restored).toBeNull();
  });

  it('is made once a day while there is something to keep, and not where the person does not want it', async () => {
    const made = async (isDaily: boolean, isFilled: boolean) => {
      const store = testStore();
      const { backups, failures } = service(store, { isDaily });
      if (isFilled) {
        const row = `'s1', 0, 'notice', 1, 2, '{}'`;
        store.database.run(`insert into item (session_id, ordinal, kind, seq, bytes, json) values (${row})`);
      }
      backups.start();
      store.clock.advance(120_000);
      // Shares the one that is under way, where there is one.
      const { kind } = valueOf(await backups.backUp('manual'));
      expect(failures).toEqual([]);
      return kind;
    };
    expect(await made(true, true)).toBe('daily');
    expect(await made(true, false)).toBe('manual');
    expect(await made(false, true)).toBe('manual');
  });

  it('fails as a value where its thread cannot be started', async () => {
    const { backups } = service(testStore(), { workerFile: '' });
    expect(await backups.backUp('manual')).toMatchObject({ ok: false, error: { code: 'store.failed' } });
  });

  it('is shared by those who ask for one while it is made', async () => {
    const store = testStore();
    const { backups } = service(store);
    const both = await Promise.all([backups.backUp('manual'), backups.backUp('manual')]);
    expect(both[0]).toEqual(both[1]);
    expect(listBackups(store.home)).toHaveLength(1);
  });

  it('of a damaged file is not kept, and tells of the damage', async () => {
    const store = testStore();
    for (let seq = 1; seq <= 200; seq += 1) store.transcripts.append([text(seq, `words ${seq} `.repeat(200))]);
    valueOf(store.transcripts.commit());
    store.database.exec('pragma wal_checkpoint(truncate)');
    const bytes = readFileSync(databasePath(store.home));
    bytes.fill(0xff, 40 * 4096, 60 * 4096);
    writeFileSync(databasePath(store.home), bytes);
    const { backups, damages } = service(store);
    expect(await backups.backUp('daily')).toMatchObject({ ok: false, error: { code: 'store.damaged' } });
    expect(damages).toHaveLength(1);
    expect(listBackups(store.home)).toEqual([]);
    expect(existsSync(join(store.home, 'backups', backupName(store.clock.now(), 'daily')))).toBe(false);
  });
});
