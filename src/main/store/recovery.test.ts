import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppError } from '@shared/errors';
import { backupName, makeBackup } from './backups';
import { Database } from './database';
import { keepSchema } from './knownSchema';
import { migrate } from './migrations';
import { databasePath } from './openDatabase';
import { openStore, type Store } from './openStore';
import { reportText } from './recoveryReport';
import { afterKill, ManualClock, messageItem, temporaryFolder, testStore, text, valueOf } from './testStore';
import { emptySession } from '@shared/session/state';
import { tablesOf } from './schemaShape';

const FIXTURE = join(import.meta.dirname, '../../../tests/fixtures/store/v1.db');
const PAGE = 4096;

/** The fixture in the newest schema, in a profile of its own. */
function profile(): { home: string; path: string } {
  const home = temporaryFolder();
  const path = databasePath(home);
  copyFileSync(FIXTURE, path);
  const database = new Database(path);
  migrate(database);
  // As every opening does.
  keepSchema(database, home);
  database.close();
  return { home, path };
}

interface Opened {
  store: Store;
  contents: Map<string, string>;
}

const QUERIES: Record<string, string> = {
  item: 'select session_id, ordinal, json from item',
  event: 'select session_id, seq, json from event',
  session: 'select id, title, agent_id, cwd from session',
  draft: 'select session_id, text from draft',
};

/** Every row by its key, as the app reads it. */
function contentsOf(database: Database): Map<string, string> {
  const contents = new Map<string, string>();
  for (const [table, sql] of Object.entries(QUERIES)) {
    for (const row of database.all<Record<string, unknown>>(sql)) {
      const { json, title, agent_id, cwd, text: words, ...key } = row;
      contents.set(`${table} ${Object.values(key).join()}`, JSON.stringify({ json, title, agent_id, cwd, words }));
    }
  }
  return contents;
}

function open(home: string): Opened {
  const opened = openStore({
    home,
    clock: new ManualClock(),
    newId: () => 'id',
    onFailure: () => undefined,
    onRecovered: () => undefined,
    onOverflow: () => undefined,
    onDamage: () => undefined,
  });
  const store = valueOf(opened);
  onTestFinished(() => store.database.close());
  return { store, contents: contentsOf(store.database) };
}

const before = (() => {
  let kept: Map<string, string> | null = null;
  return (): Map<string, string> => {
    if (kept === null) {
      const database = new Database(profile().path, { readOnly: true });
      kept = contentsOf(database);
      database.close();
    }
    return kept;
  };
})();

function damage(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

const reportOf = ({ recovery }: Store): string => readFileSync(recovery?.reportFile ?? '', 'utf8');

describe('a damaged database', () => {
  it('is set aside as it is, and all of it that can be read is in the new one', () => {
    const { home, path } = profile();
    // The last page of the table of items: its rows are gone, the others are not.
    damage(path, (bytes) => bytes.fill(0xff, bytes.byteLength - 12 * PAGE, bytes.byteLength - 10 * PAGE));
    const damaged = readFileSync(path);
    const { store, contents } = open(home);
    const { recovery } = store;
    expect(recovery).not.toBeNull();
    expect(readFileSync(join(recovery?.folder ?? '', basename(path))).equals(damaged)).toBe(true);
    for (const [key, row] of contents) expect([key, before().get(key)]).toEqual([key, row]);
    expect(contents.size).toBeGreaterThan(before().size / 2);
    expect(store.database.integrityCheck()).toEqual([]);
    expect(store.database.all('pragma foreign_key_check')).toEqual([]);
    expect(reportOf(store)).toContain('item');
  });

  it('takes from the newest good backup what cannot be read any more, and says so', () => {
    const { home, path } = profile();
    const database = new Database(path);
    makeBackup(database, home, backupName(1_790_000_000_000, 'daily'));
    database.close();
    const newer = join(home, 'backups', backupName(1_790_000_900_000, 'daily'));
    writeFileSync(newer, 'not a database at all');
    damage(path, (bytes) => bytes.fill(0, PAGE * 8, bytes.byteLength));
    const { store, contents } = open(home);
    expect(store.recovery?.backup).toBe(backupName(1_790_000_000_000, 'daily'));
    expect(contents).toEqual(before());
    expect(reportOf(store)).toContain(store.recovery?.backup);
  });

  it('does not bring back from a backup what was deleted since', () => {
    const { home, path } = profile();
    const database = new Database(path);
    makeBackup(database, home, backupName(1_790_000_000_000, 'daily'));
    database.run(`delete from session where id = 's2'`);
    database.close();
    // The search index alone is damaged: every session can be read.
    damage(path, (bytes) => bytes.fill(0xff, bytes.byteLength - PAGE, bytes.byteLength));
    const { store } = open(home);
    expect(store.sessions.get('s2')).toBeUndefined();
  });

  it('without the pages that say where its tables begin loses nothing', () => {
    const { home, path } = profile();
    damage(path, (bytes) => bytes.fill(0xff, 0, PAGE));
    const { store, contents } = open(home);
    expect(store.recovery?.readable).toBe(true);
    expect(contents).toEqual(before());
  });

  it('with a broken header alone loses nothing', () => {
    const { home, path } = profile();
    damage(path, (bytes) => bytes.fill(0x5a, 0, 100));
    const { store, contents } = open(home);
    expect(store.recovery?.reason).toContain('header');
    expect(contents).toEqual(before());
  });

  it.each(['nothing', 'one page', 'a torn page'])('that was cut off to %s opens', (to) => {
    const { home, path } = profile();
    truncateSync(path, { nothing: 0, 'one page': PAGE, 'a torn page': PAGE * 20 + 1234 }[to] ?? 0);
    const { store, contents } = open(home);
    expect(store.recovery).not.toBeNull();
    for (const [key, row] of contents) if (before().has(key)) expect(row).toBe(before().get(key));
    expect(store.database.integrityCheck()).toEqual([]);
  });

  it('that is missing beside its log is told of, and the log is kept', () => {
    const { home, path } = profile();
    const { store } = open(home);
    store.database.run(`update session set title = 'in the log' where id = 's1'`);
    const other = temporaryFolder();
    copyFileSync(`${path}-wal`, `${databasePath(other)}-wal`);
    const opened = open(other);
    expect(opened.store.recovery?.reason).toContain('missing');
    expect(existsSync(join(opened.store.recovery?.folder ?? '', `${basename(path)}-wal`))).toBe(true);
  });

  it('of which a recovery was ended by a kill is recovered by the next start', () => {
    const { home, path } = profile();
    const folder = join(home, 'damaged-before');
    writeFileSync(`${path}.setting-aside`, JSON.stringify({ folder: basename(folder), why: 'a test' }));
    const { store, contents } = open(home);
    expect(store.recovery).toMatchObject({ folder, reason: 'a test' });
    expect(contents).toEqual(before());
    expect(existsSync(`${path}.setting-aside`)).toBe(false);
  });

  it('that a statement finds later is told once, and the next start repairs it', () => {
    const store = testStore();
    store.transcripts.checkpoint(
      { ...emptySession('s1'), seq: 1, nextOrdinal: 2000 },
      Array.from({ length: 2000 }, (_, ordinal) => messageItem(ordinal, `words of item ${ordinal} `.repeat(20))),
    );
    valueOf(store.transcripts.commit());
    store.database.exec('pragma wal_checkpoint(truncate)');
    store.database.close();
    const path = databasePath(store.home);
    const again = testStore(store.home);
    // After it was opened: pages that nothing has read yet.
    damage(path, (bytes) => bytes.fill(0xff, 100 * PAGE, 200 * PAGE));
    again.database.exec('pragma shrink_memory');
    expect(() => again.database.all('select * from item')).toThrow();
    expect(() => again.database.all('select * from item')).toThrow();
    expect(again.damages).toMatchObject([{ code: 'store.damaged' }]);
    again.database.close();
    const repaired = testStore(store.home);
    expect(repaired.recovery).not.toBeNull();
    expect(repaired.database.integrityCheck()).toEqual([]);
  });

  it('has no table without a way to read around damage', () => {
    const database = new Database(profile().path, { readOnly: true });
    onTestFinished(() => database.close());
    const byKey = tablesOf(database).filter(({ hasRowid }) => !hasRowid);
    // salvage.ts knows the key of this one.
    expect(byKey.map(({ name }) => name)).toEqual(['event']);
  });

  it('is not what a full disk or a forbidden file is taken for', () => {
    const { home, path } = profile();
    writeFileSync(`${path}.keep`, readFileSync(path));
    const errors: AppError[] = [];
    const opened = openStore({
      home: join(path, 'below-a-file'),
      clock: new ManualClock(),
      newId: () => 'id',
      onFailure: () => undefined,
      onRecovered: () => undefined,
      onOverflow: () => undefined,
      onDamage: () => undefined,
    });
    if (!opened.ok) errors.push(opened.error);
    expect(errors).toMatchObject([{ code: 'store.failed' }]);
    expect(readFileSync(path).equals(readFileSync(`${path}.keep`))).toBe(true);
    expect(home).not.toBe('');
  });
});

describe('a log', () => {
  function withLog(): { home: string; commits: number } {
    const store = testStore();
    const commits = 12;
    for (let seq = 1; seq <= commits; seq += 1) {
      store.transcripts.append([text(seq, `words ${seq} `.repeat(300))]);
      valueOf(store.transcripts.commit());
    }
    const copy = afterKill(store);
    copy.database.close();
    const home = temporaryFolder();
    for (const suffix of ['', '-wal']) {
      copyFileSync(`${databasePath(store.home)}${suffix}`, `${databasePath(home)}${suffix}`);
    }
    return { home, commits };
  }
  const eventsIn = ({ store }: Opened): number => valueOf(store.transcripts.load('s1')).events.length;

  it('that is whole is replayed without a word', () => {
    const { home, commits } = withLog();
    const opened = open(home);
    expect(eventsIn(opened)).toBe(commits);
    expect(opened.store.damagedLog).toBeNull();
  });

  it('that was cut off in the midst of a commit gives all commits before it', () => {
    const { home, commits } = withLog();
    const wal = `${databasePath(home)}-wal`;
    truncateSync(wal, readFileSync(wal).byteLength - 100);
    const opened = open(home);
    expect(eventsIn(opened)).toBe(commits - 1);
    expect(opened.store.recovery).toBeNull();
  });

  it('with a flipped byte before later commits is told of and kept', () => {
    const { home } = withLog();
    const wal = `${databasePath(home)}-wal`;
    const whole = readFileSync(wal);
    damage(wal, (bytes) => (bytes[Math.floor(bytes.byteLength / 2)]! ^= 0x10));
    const kept = readFileSync(wal);
    expect(kept.equals(whole)).toBe(false);
    const { store } = open(home);
    expect(readFileSync(join(store.damagedLog ?? '', 'signalbox.db-wal')).equals(kept)).toBe(true);
  });
});

describe('any damage', () => {
  /** The same on every run; a failure names its round. */
  function random(seed: number): (below: number) => number {
    let state = seed * 2654435761;
    return (below) => {
      state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) | 0;
      return (state >>> 0) % below;
    };
  }

  const kinds: Record<string, (bytes: Buffer, below: (limit: number) => number) => void> = {
    'flipped bytes': (bytes, below) => {
      for (let flips = 1 + below(8); flips > 0; flips -= 1) {
        const at = below(bytes.byteLength);
        // A low version number of a later Signalbox is refused and not repaired.
        if (at !== 63) bytes[at] = bytes[at]! ^ (1 << below(8));
      }
    },
    'lost pages': (bytes, below) => {
      for (let pages = 1 + below(3); pages > 0; pages -= 1) {
        const page = below(bytes.byteLength / PAGE);
        bytes.fill(0, page * PAGE, (page + 1) * PAGE);
      }
    },
    'torn pages': (bytes, below) => {
      const page = below(bytes.byteLength / PAGE);
      const other = below(bytes.byteLength / PAGE);
      bytes.copy(bytes, page * PAGE + PAGE / 2, other * PAGE, other * PAGE + PAGE / 2);
    },
    'noise over a stretch': (bytes, below) => {
      const from = below(bytes.byteLength);
      for (let at = from; at < Math.min(bytes.byteLength, from + 1 + below(3 * PAGE)); at += 1) {
        if (at !== 63) bytes[at] = below(256);
      }
    },
  };

  it.each(Object.keys(kinds))(
    'of the kind “%s” leaves a store that opens, and nothing is lost without a word',
    (kind) => {
      const source = profile();
      const sound = readFileSync(source.path);
      for (let round = 0; round < 40; round += 1) {
        const home = temporaryFolder();
        const bytes = Buffer.from(sound);
        kinds[kind]?.(bytes, random(round + 1));
        writeFileSync(databasePath(home), bytes);
        copyFileSync(join(source.home, 'schema.json'), join(home, 'schema.json'));
        const { store, contents } = open(home);
        const told = store.recovery !== null;
        expect(store.database.integrityCheck(), `round ${round}`).toEqual([]);
        expect(
          store.sessions.list().every(({ sessionId }) => store.transcripts.load(sessionId).ok),
          `round ${round}`,
        ).toBe(true);
        // Without a word: as many rows, under the same keys. A flipped letter inside a text cannot be seen.
        if (!told) expect([...contents.keys()].toSorted(), `round ${round}`).toEqual([...before().keys()].toSorted());
        if (told) {
          expect(existsSync(join(store.recovery?.folder ?? '', 'signalbox.db')), `round ${round}`).toBe(true);
          const lost = [...before().keys()].some((key) => !contents.has(key));
          const says = store.recovery?.tables.some(({ isIncomplete, unusable }) => isIncomplete || unusable > 0);
          expect(!lost || says, `round ${round} lost without saying so`).toBe(true);
        }
        store.database.close();
      }
    },
    120_000,
  );
});

describe('the report of a recovery', () => {
  const recovery = {
    at: 0,
    reason: 'malformed',
    folder: '/profile/damaged-1',
    readable: true,
    backup: null,
    tables: [{ table: 'item', read: 85, fromBackup: 2, unusable: 0, isIncomplete: true }],
  };

  it('has the language of the app, and its columns stand below their names', () => {
    const lines = reportText(recovery, 'zh-CN').split('\n');
    expect(lines[0]).toBe('Signalbox：恢复报告');
    expect(lines).toContain(
      `表${' '.repeat(16)}${' '.repeat(6)}读出${' '.repeat(6)}备份${' '.repeat(4)}不可用${' '.repeat(6)}完整`,
    );
    expect(lines).toContain(`item${' '.repeat(14)}        85         2         0        否`);
    expect(reportText(recovery)).toContain('item                      85         2         0        NO');
    // Both tell the same.
    expect(lines).toHaveLength(reportText(recovery, 'en').split('\n').length);
  });
});
