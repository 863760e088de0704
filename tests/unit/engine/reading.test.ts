import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';
import { buildSearchWorker } from '../../support/searchWorker';

let worker: Awaited<ReturnType<typeof buildSearchWorker>>;
beforeAll(async () => {
  worker = await buildSearchWorker();
});
afterAll(() => worker.remove());

const started = () => engineWithSession({ searchWorkerFile: worker.file });
const END = 1_000_000;

async function textOf(page: TestEngine['page'], sessionId: string, from: number, before = END): Promise<string> {
  let text = '';
  for (let next: number | null = from; next !== null;) {
    const answer = await page.call.sessions.text({ sessionId, from: next, before });
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    text += answer.value.text;
    next = answer.value.next;
  }
  return text;
}

describe('reading a long session', () => {
  it('finds in all of it, what is being said too, and lists its prompts (AC-76)', async () => {
    const { session, page } = await started();
    const { sessionId } = session;
    await session.ask('The pangolin sleeps');
    await session.ask(Array.from({ length: 300 }, (_, line) => `!tool edit now\n!say Line ${line}`).join('\n'));
    await session.send('!say A **pangolin** wakes\n!openTool\n!permission');
    await session.request('permission');
    const query = { sessionId, text: 'pangolin', matchCase: true, from: 0, before: END };
    const all = await page.call.sessions.find(query);
    // The prompt and its echo, the long prompt's sibling and what is still open.
    expect(all).toMatchObject({ ok: true, value: { next: null } });
    const found = all.ok ? all.value.found : [];
    expect(found.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
    expect(found[0]?.ordinal).toBe(0);
    expect(await page.call.sessions.find({ ...query, text: 'a pangolin wakes', matchCase: false })).toMatchObject({
      ok: true,
      value: { found: [{ count: 1 }] },
    });
    const prompts = await page.call.sessions.prompts({ sessionId, before: END });
    const lines = prompts.ok ? prompts.value.prompts.map(({ text }) => text) : [];
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^!say A \*\*pangolin/);
    expect(lines[2]).toBe('The pangolin sleeps');
  });

  it('gives any stretch of it as text with who said it, page by page', async () => {
    const { session, page } = await started();
    const { sessionId } = session;
    await session.ask('The first question');
    await session.ask(Array.from({ length: 300 }, (_, line) => `!tool edit now\n!say Line ${line}`).join('\n'));
    const whole = await textOf(page, sessionId, 0);
    expect(whole).toMatch(/^\n## You\n\nThe first question\n\n## .+\n\nEcho: The first question\n/);
    for (const line of [0, 150, 299]) expect(whole).toContain(`\nLine ${line}\n`);
    expect(await textOf(page, sessionId, 1, 2)).toMatch(/^\n## .+\n\nEcho: The first question\n$/);
    expect(await page.call.sessions.text({ sessionId: 'nobody', from: 0, before: 1 })).toMatchObject({ ok: false });
  });

  it('gives what a tool said only in its raw input or output, as its card shows it (AC-85)', async () => {
    const { session, page } = await started();
    await session.ask('!diff raw\n!output 2 1');
    const text = await textOf(page, session.sessionId, 0);
    expect(text).toMatch(/Edit out\.txt[^\n]*\n\n`[^`]*out\.txt`\n\n```diff\n-two\n\+2\n```\n/);
    expect(text).toMatch(/\n```\nline 1 of output\.\nline 2 of output\.\n```\n/);
  });

  it('finds in all of an output that is over 64 KB, and once what a tool says twice', async () => {
    const { session, page } = await started();
    await session.ask('!output 6000');
    const query = { sessionId: session.sessionId, text: 'line 4321 of', matchCase: false, from: 0, before: END };
    expect(await page.call.sessions.find(query)).toEqual({
      ok: true,
      value: { found: [{ ordinal: 1, count: 1 }], next: null },
    });
  });
});
