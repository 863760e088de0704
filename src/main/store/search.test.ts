import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '@shared/session/item';
import { emptySession } from '@shared/session/state';
import type { SearchHit, SearchQuery } from '@shared/ipc/search';
import { buildSearchWorker } from '../../../tests/support/searchWorker';
import { searchItems } from './search';
import { SearchClient } from './searchClient';
import { messageItem, testStore, type TestStore, toolItem, valueOf } from './testStore';

function filled(...items: Item[]): TestStore {
  const store = testStore();
  store.transcripts.checkpoint({ ...emptySession('s1'), seq: 1 }, items);
  store.transcripts.commit();
  return store;
}

const search = (store: TestStore, text: string, limit = 20) => searchItems(store.database, { text, limit });
const found = (store: TestStore, text: string) => search(store, text).hits.map((hit) => hit.ordinal);
const marked = (hit: SearchHit | undefined) => hit?.snippet.filter((part) => part.match).map((part) => part.text);
const whole = (hit: SearchHit | undefined) => hit?.snippet.map((part) => part.text).join('');

describe('a search (AC-39)', () => {
  const store = () =>
    filled(
      messageItem(0, 'Please mend the login form'),
      messageItem(1, '修复登录错误'),
      toolItem(2, 'c1', 'Edit the session store'),
      messageItem(3, 'The LOGIN works now. 100% "done"'),
    );

  it('finds words in any case, newest first', () => {
    expect(found(store(), 'login')).toEqual([3, 0]);
  });

  it('wants every word, in any order', () => {
    expect(found(store(), 'form mend')).toEqual([0]);
    expect(found(store(), 'form nowhere')).toEqual([]);
  });

  it('finds two Chinese characters, at the end of a text too', () => {
    expect(found(store(), '登录')).toEqual([2, 1]);
    expect(found(store(), '错误')).toEqual([1]);
    expect(found(store(), '误')).toEqual([1]);
  });

  it('finds one and two Latin letters, and nothing where there is nothing', () => {
    expect(found(store(), 'W')).toEqual([3, 2]);
    expect(found(store(), 'ow')).toEqual([3]);
    expect(found(store(), 'zq')).toEqual([]);
    expect(found(store(), '  ')).toEqual([]);
  });

  it('finds tool titles and paths', () => {
    expect(found(store(), 'session store')).toEqual([2]);
    expect(found(store(), 'src/登录.ts')).toEqual([2]);
  });

  it('takes operators and quotes as plain text', () => {
    expect(found(store(), '"done"')).toEqual([3]);
    expect(found(store(), '100%')).toEqual([3]);
    for (const odd of ['AND', 'NOT (', '"', '*', 'a*b^c', '\0', '\\', '[('])
      expect(() => found(store(), odd)).not.toThrow();
  });

  it('shows where it was found', () => {
    const [hit] = search(filled(messageItem(0, `${'😀 before '.repeat(40)}the Login\nhere`)), 'login').hits;
    expect(hit).toMatchObject({ sessionId: 's1', ordinal: 0, at: 0 });
    expect(marked(hit)).toEqual(['Login']);
    expect(whole(hit)).toMatch(/before the Login here$/);
    expect(whole(hit)?.length).toBeLessThan(80);
  });

  it('goes on where the page before ended', () => {
    const many = filled(...Array.from({ length: 5 }, (_, index) => messageItem(index, `needle ${index}`)));
    const first = searchItems(many.database, { text: 'needle', limit: 3 });
    expect(first.hits.map((hit) => hit.ordinal)).toEqual([4, 3, 2]);
    const second = searchItems(many.database, { text: 'needle', limit: 3, before: first.next! });
    expect(second.hits.map((hit) => hit.ordinal)).toEqual([1, 0]);
    expect(second.next).toBeNull();
  });

  it('stands thousands of trigrams that begin with one letter', () => {
    const words = Array.from({ length: 6000 }, (_, index) => `e${String.fromCodePoint(0x4e00 + index)}丙`).join(' ');
    expect(found(filled(messageItem(0, words)), 'e')).toEqual([0]);
  });
});

describe('a search with filters (AC-39)', () => {
  /** `s1` of p1 with the agent demo, `s2` of p2 with another; the newest hits are all in s2. */
  function two(): TestStore {
    const store = testStore();
    store.database.run(`insert into project values ('p2', '/wood/p2', 'p2', 2, 0)`);
    store.sessions.create({ sessionId: 's2', projectId: 'p2', agentId: 'other', cwd: '/wood/p2' });
    const prompt: Item = { ...messageItem(0, 'needle asked'), role: 'user' };
    const task: Item = {
      ...messageItem(3, ''),
      kind: 'subtask',
      toolCallId: 'task',
      description: 'Look around',
      prompt: 'look',
      subagentType: 'explore',
      status: 'completed',
      children: [messageItem(0, 'the needle is with the subagent')],
    };
    for (const sessionId of ['s1', 's2']) {
      store.transcripts.checkpoint({ ...emptySession(sessionId), seq: 1 }, [
        prompt,
        messageItem(1, 'needle answered'),
        toolItem(2, 'c1', 'needle edited'),
        task,
      ]);
      store.transcripts.commit();
    }
    return store;
  }
  const places = (store: TestStore, query: Partial<SearchQuery>) =>
    searchItems(store.database, { text: 'needle', limit: 20, ...query }).hits.map(
      ({ sessionId, ordinal, kind }) => `${sessionId}/${ordinal} ${kind}`,
    );

  it('finds in one session, project or agent', () => {
    const store = two();
    const inFirst = ['s1/3 tool', 's1/2 tool', 's1/1 answer', 's1/0 prompt'];
    expect(places(store, {})).toHaveLength(8);
    expect(places(store, { sessionId: 's1' })).toEqual(inFirst);
    expect(places(store, { projectId: 'p1' })).toEqual(inFirst);
    expect(places(store, { agentId: 'demo' })).toEqual(inFirst);
    expect(places(store, { agentId: 'other', sessionId: 's1' })).toEqual([]);
    expect(places(store, { sessionId: 'nobody' })).toEqual([]);
  });

  it('finds by kind and by time', () => {
    const store = two();
    expect(places(store, { kinds: ['prompt'] })).toEqual(['s2/0 prompt', 's1/0 prompt']);
    expect(places(store, { kinds: ['prompt', 'answer'], sessionId: 's2' })).toEqual(['s2/1 answer', 's2/0 prompt']);
    expect(places(store, { kinds: ['tool'], sessionId: 's2' })).toEqual(['s2/3 tool', 's2/2 tool']);
    expect(places(store, { kinds: ['ask'] })).toEqual([]);
    expect(places(store, { from: 10, to: 20 })).toEqual(['s2/1 answer', 's1/1 answer']);
  });

  it('goes on page by page, and misses and repeats nothing', () => {
    const store = two();
    const seen: string[] = [];
    let before: number | undefined;
    for (let page = 0; page < 9; page += 1) {
      const { hits, next } = searchItems(store.database, {
        text: 'needle',
        limit: 1,
        kinds: ['answer', 'prompt'],
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...hits.map(({ sessionId, ordinal }) => `${sessionId}/${ordinal}`));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual(['s2/1', 's2/0', 's1/1', 's1/0']);
  });

  it('gives what it has after a while, with where to go on, where a filter passes over nearly all', () => {
    const store = filled(...Array.from({ length: 9000 }, (_, index) => messageItem(index, `needle ${index}`)));
    let time = 0;
    const slow = () => (time += 150);
    const query = { text: 'needle', limit: 5, to: 20 };
    const first = searchItems(store.database, query, slow);
    expect(first.hits).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = searchItems(store.database, { ...query, before: first.next! }, slow);
    expect(second.hits.map((hit) => hit.ordinal)).toEqual([1, 0]);
    expect(second.next).toBeNull();
  });
});

it('finds an item by its last text only, and no open one', () => {
  const store = filled(messageItem(0, 'first version'), messageItem(1, 'still streaming', true));
  expect(found(store, 'streaming')).toEqual([]);
  store.transcripts.checkpoint({ ...emptySession('s1'), seq: 2 }, [
    messageItem(0, 'second version'),
    messageItem(1, 'done streaming'),
  ]);
  store.transcripts.commit();
  expect(found(store, 'first')).toEqual([]);
  expect(found(store, 'second')).toEqual([0]);
  expect(found(store, 'streaming')).toEqual([1]);
});

describe('the search thread', () => {
  let worker: Awaited<ReturnType<typeof buildSearchWorker>>;
  beforeAll(async () => {
    worker = await buildSearchWorker();
  });
  afterAll(() => worker.remove());

  const client = (databaseFile: string) => new SearchClient({ workerFile: worker.file, databaseFile });

  it('sees what the engine committed a moment ago, while the engine goes on writing', async () => {
    const store = filled(messageItem(0, '修复登录错误'));
    const searches = client(store.database.path);
    expect(valueOf(await searches.search({ text: '错误', limit: 5 })).hits).toHaveLength(1);
    store.transcripts.checkpoint({ ...emptySession('s1'), seq: 2 }, [messageItem(1, '又一个错误')]);
    store.transcripts.commit();
    const [both, none] = await Promise.all([
      searches.search({ text: '错误', limit: 5 }),
      searches.search({ text: 'nothing', limit: 5 }),
    ]);
    expect(valueOf(both).hits.map((hit) => hit.ordinal)).toEqual([1, 0]);
    expect(valueOf(none).hits).toEqual([]);
    await searches.close();
  });

  it('says so where the database cannot be opened, and starts anew', async () => {
    const searches = client('/nowhere/at/all.db');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await searches.search({ text: 'x', limit: 1 })).toMatchObject({
        ok: false,
        error: { code: 'store.failed' },
      });
    }
    await searches.close();
  });
});
