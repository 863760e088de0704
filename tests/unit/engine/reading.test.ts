import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedInMeta } from '@shared/acp/toolMeta';
import { killableEngine } from '../../support/engine/killableEngine';
import { engineWithSession, temporaryProfile, type TestEngine } from '../../support/engine/testEngine';
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

  it.each(['!printed 20000 300', '!terminal seq -f "line %.0f of what is printed" 20000'])(
    'finds in, copies and keeps all of what a command prints past 64 KB: %s',
    async (prompt) => {
      const { session, page } = await started();
      const { sessionId } = session;
      await session.ask(prompt);
      const query = { sessionId, matchCase: false, from: 0, before: END };
      const count = async (text: string) => {
        const answer = await page.call.sessions.find({ ...query, text });
        return answer.ok ? answer.value.found.filter(({ ordinal }) => ordinal === 1) : answer;
      };
      expect(await count('line 4321 of')).toEqual([{ ordinal: 1, count: 1 }]);
      // Those that end with a 1; the command itself has none.
      expect(await count('1 of what')).toEqual([{ ordinal: 1, count: 2000 }]);
      const text = await textOf(page, sessionId, 1, 2);
      expect(text.match(/^line .+ is printed$/gm)).toHaveLength(20_000);
      expect(text).toMatch(/\n``````\nline 1 of [^`]*\nline 20000 of [^`]*\n``````\n$/);
    },
  );

  it('keeps all of what was printed up to kill -9, and in a fork when its session is gone', async () => {
    const profile = temporaryProfile({ searchWorkerFile: worker.file });
    const first = await killableEngine(profile);
    const added = await first.page.call.projects.add({ path: profile.projectFolder() });
    if (!added.ok) throw new Error(added.error.code);
    const created = await first.page.call.sessions.create({ projectId: added.value.projectId, agentId: 'fake' });
    if (!created.ok) throw new Error(created.error.code);
    const { sessionId } = created.value;
    const session = await first.page.session(sessionId);
    await session.send('!printed 9000 90 open\n!permission\n!hang');
    // An answer is on disk, and all that came before it.
    for (let asked = 0; asked < 2; asked += 1) {
      const { requests } = await session.until('a question', (state) => state.requests.length > 0);
      const [request] = requests;
      if (request?.kind !== 'permission') throw new Error('no permission');
      const answer = { kind: 'permission' as const, optionId: request.options[0]?.optionId ?? '' };
      const { requestId } = request;
      expect(await first.page.call.requests.answer({ requestId, answer, viaKeyboard: false })).toMatchObject({
        ok: true,
      });
      await session.until('it is answered', (state) => state.requests.every((one) => one.requestId !== requestId));
    }
    await first.kill();

    const { page } = await killableEngine(profile);
    const again = await page.session(sessionId);
    const printed = printedInMeta(again.items('toolCall').at(0)?.meta);
    // Some of it was not written to the store yet.
    expect(printed?.rest).toBeGreaterThan(0);
    const found = async (id: string) => {
      const answer = await page.call.sessions.find({
        sessionId: id,
        text: 'is printed',
        matchCase: true,
        from: 1,
        before: END,
      });
      return answer.ok ? answer.value.found : answer;
    };
    expect(await found(sessionId)).toEqual([{ ordinal: 1, count: 9000 }]);
    expect((await textOf(page, sessionId, 1, 2)).match(/^line .+ is printed$/gm)).toHaveLength(9000);
    const forked = await page.call.sessions.fork({ sessionId, before: null });
    if (!forked.ok) throw new Error(forked.error.code);
    expect(await page.call.sessions.remove({ sessionIds: [sessionId], atAgent: false })).toMatchObject({ ok: true });
    expect(await found(forked.value.sessionId)).toEqual([{ ordinal: 1, count: 9000 }]);
  });
});
