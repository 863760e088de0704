import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../store/database';
import { temporaryFolder } from '../../store/testStore';
import { readCursorChats } from './cursorChats';

const bucket = (cwd: string): string => createHash('md5').update(cwd).digest('hex');
const hex = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('hex');

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
}

/** As Cursor leaves one behind: in WAL mode, without its side files. */
function store(path: string, meta: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path);
  database.exec(
    'create table blobs (id text primary key, data blob); create table meta (key text primary key, value text)',
  );
  database.run('insert into meta values (?, ?)', '0', hex(meta));
  database.close();
}

/** Every file with its size and time, so that a write of any kind shows. */
function trace(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => `${path} ${statSync(join(folder, path)).size} ${statSync(join(folder, path)).mtimeMs}`);
}

describe('Cursor’s chats on this machine', () => {
  it('are read with title, folder and time, from what is beside the database', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'acp-sessions/a1/meta.json'), { schemaVersion: 1, cwd: '/projects/one', title: 'By ACP' });
    const meta = {
      schemaVersion: 1,
      cwd: '/projects/two',
      title: ' In a terminal ',
      createdAtMs: 5,
      updatedAtMs: 2e12,
    };
    write(join(folder, 'chats', bucket('/projects/two'), 't1', 'meta.json'), meta);
    const { chats } = await readCursorChats([folder], []);
    expect(chats).toMatchObject([
      { chatId: 't1', kind: 'terminal', title: 'In a terminal', cwd: '/projects/two', updatedAt: 2e12 },
      { chatId: 'a1', kind: 'acp', title: 'By ACP', cwd: '/projects/one' },
    ]);
    expect(chats[0]?.folder).toBe(join(folder, 'chats', bucket('/projects/two'), 't1'));
  });

  it('without that file are read from the database, and their folder from its hash where we know it', async () => {
    const folder = temporaryFolder();
    store(join(folder, 'chats', bucket('/projects/known'), 't1', 'store.db'), { name: 'Named', createdAt: 7 });
    store(join(folder, 'chats', bucket('/projects/unknown'), 't2', 'store.db'), { name: 'New Agent' });
    const { chats } = await readCursorChats([folder], ['/projects/other', '/projects/known']);
    expect(chats).toContainEqual(expect.objectContaining({ chatId: 't1', title: 'Named', cwd: '/projects/known' }));
    expect(chats).toContainEqual(expect.objectContaining({ chatId: 't2', title: null, cwd: null }));
  });

  it('are never written to, not even beside a database', async () => {
    const folder = temporaryFolder();
    store(join(folder, 'chats', bucket('/x'), 't1', 'store.db'), { name: 'Named' });
    const before = trace(folder);
    const { chats } = await readCursorChats([folder], []);
    expect(chats).toMatchObject([{ title: 'Named' }]);
    expect(trace(folder)).toEqual(before);
  });

  it('that are corrupt or strange never break the list of the others', async () => {
    const folder = temporaryFolder();
    const chats = join(folder, 'chats', 'bucket');
    write(join(chats, 'noise', 'store.db'), 'this is no database');
    write(join(chats, 'empty', 'store.db'), '');
    write(join(chats, 'noJson', 'meta.json'), '{"title":');
    write(join(chats, 'list', 'meta.json'), [1, 2]);
    write(join(chats, 'types', 'meta.json'), { title: 7, cwd: 'relative', updatedAtMs: 'soon' });
    write(join(chats, 'huge', 'meta.json'), { title: 'x'.repeat(100_000) });
    store(join(chats, 'binary', 'store.db'), 'no object');
    const other = new Database(join(chats, 'list', 'store.db'));
    other.exec('create table meta (something text)');
    other.close();
    mkdirSync(join(chats, 'nothing'), { recursive: true });
    mkdirSync(join(chats, 'folders', 'store.db'), { recursive: true });
    mkdirSync(join(chats, 'pipe'));
    execFileSync('mkfifo', [join(chats, 'pipe', 'meta.json')]);
    symlinkSync(folder, join(folder, 'chats', 'round'));
    write(join(folder, 'chats', 'a file'), '');
    write(join(chats, 'good', 'meta.json'), { title: 'Good', cwd: '/x' });
    const found = await readCursorChats([folder, join(folder, 'is not there')], []);
    expect(found.chats.map(({ chatId }) => chatId).toSorted()).toEqual(
      ['binary', 'empty', 'good', 'huge', 'list', 'noJson', 'noise', 'types'].toSorted(),
    );
    expect(found.chats.filter(({ title }) => title !== null)).toMatchObject([{ chatId: 'good', title: 'Good' }]);
    expect(found.chats.find(({ chatId }) => chatId === 'types')?.cwd).toBeNull();
  });

  it('of subagents and without a word are left out, and a folder that is named twice is read once', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'chats/b/sub/meta.json'), { title: 'Sub', isSubagent: true });
    write(join(folder, 'chats/b/empty/meta.json'), { title: 'Empty', hasConversation: false });
    write(join(folder, 'chats/b/real/meta.json'), { title: 'Real', hasConversation: true });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    const { chats } = await readCursorChats([folder, link], []);
    expect(chats.map(({ title }) => title)).toEqual(['Real']);
  });
});
