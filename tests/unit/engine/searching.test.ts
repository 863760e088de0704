import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit, SearchQuery } from '@shared/ipc/search';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';
import { buildSearchWorker } from '../../support/searchWorker';

let worker: Awaited<ReturnType<typeof buildSearchWorker>>;
beforeAll(async () => {
  worker = await buildSearchWorker();
});
afterAll(() => worker.remove());

const started = () => engineWithSession({ searchWorkerFile: worker.file });

async function found(engine: TestEngine, query: Partial<SearchQuery> & { text: string }): Promise<SearchHit[]> {
  const page = await engine.page.call.search.items({ limit: 20, ...query });
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  return [...page.value.hits];
}

describe('the search over everything (AC-39)', () => {
  it('finds what is being said at this moment, once, and by its own kind', async () => {
    const { engine, session } = await started();
    await session.send('!say The pangolin wakes up\n!openTool\n!permission');
    await session.request('permission');
    const hits = await found(engine, { text: 'pangolin' });
    expect(hits.map(({ kind }) => kind).sort()).toEqual(['answer', 'prompt']);
    expect(hits.every(({ sessionId }) => sessionId === session.sessionId)).toBe(true);
    expect(await found(engine, { text: 'pangolin', kinds: ['answer'] })).toHaveLength(1);
    expect(await found(engine, { text: 'pangolin', sessionId: 'another' })).toEqual([]);
    expect(await found(engine, { text: 'pangolin', agentId: 'another' })).toEqual([]);
    expect(await found(engine, { text: 'pangolin', to: 1 })).toEqual([]);
  });

  it('finds every message, not only the last, in Chinese from one character on', async () => {
    const { engine, session } = await started();
    await session.ask('第一条消息');
    await session.ask('第二条消息');
    await session.ask('最后');
    for (const text of ['一', '第一', '第一条']) {
      const hits = await found(engine, { text, kinds: ['prompt'] });
      expect(hits.map(({ ordinal }) => ordinal)).toEqual([0]);
    }
    expect(await found(engine, { text: '消', kinds: ['prompt'] })).toHaveLength(2);
  });

  it('leads to the very item, with what stands around it, however far back', async () => {
    const { engine, session, page } = await started();
    await session.ask('The very first');
    await session.ask(Array.from({ length: 300 }, (_, line) => `!tool edit now\n!say Line ${line}`).join('\n'));
    const [hit] = await found(engine, { text: 'very first', kinds: ['prompt'] });
    const { sessionId } = session;
    const around = await page.call.sessions.around({ sessionId, ordinal: hit!.ordinal });
    expect(around).toMatchObject({ ok: true, value: { hasOlder: false, hasNewer: true } });
    const last = around.ok ? around.value.items.at(-1)!.ordinal : 0;
    const after = await page.call.sessions.pageAfter({ sessionId, from: last + 1 });
    expect(after.ok && after.value.items[0]?.ordinal).toBe(last + 1);
    const middle = await page.call.sessions.around({ sessionId, ordinal: 300 });
    const ordinals = middle.ok ? middle.value.items.map(({ ordinal }) => ordinal) : [];
    expect(ordinals).toContain(240);
    expect(ordinals).toContain(301);
    expect(ordinals).toEqual(ordinals.map((_, index) => (ordinals[0] ?? 0) + index));
  });
});
