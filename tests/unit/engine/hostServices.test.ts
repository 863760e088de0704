import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answersTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

describe('files that an agent asks for', () => {
  it('are read and written inside the session’s folder', async () => {
    const { session, profile, cwd } = await engineWithSession();
    writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n');
    await session.ask(`!read ${join(cwd, 'a.txt')}\n!write ${join(cwd, 'new/b.txt')} hello there`);
    expect(answersTo(profile.agent(), 'fs/read_text_file')).toEqual([{ content: 'one\ntwo\n' }]);
    expect(answersTo(profile.agent(), 'fs/write_text_file')).toEqual([{}]);
    expect(readFileSync(join(cwd, 'new/b.txt'), 'utf8')).toBe('hello there');
  });

  it('are refused outside of it, also through links and parent folders', async () => {
    const { session, profile, cwd } = await engineWithSession();
    const outside = join(profile.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(outside, join(cwd, 'link'));
    const paths = [
      '/etc/passwd',
      join(cwd, 'link/secret.txt'),
      `${cwd}/../outside/secret.txt`,
      join(profile.home, 'settings.json'),
    ];
    await session.ask(paths.map((path) => `!read ${path}\n!write ${path} overwritten`).join('\n'));
    const answers = [
      ...answersTo(profile.agent(), 'fs/read_text_file'),
      ...answersTo(profile.agent(), 'fs/write_text_file'),
    ];
    expect(answers).toHaveLength(8);
    for (const answer of answers) expect(answer).toMatchObject({ error: { data: { code: 'file.outsideRoots' } } });
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('that are not there are said to be not there', async () => {
    const { session, profile, cwd } = await engineWithSession();
    await session.ask(`!read ${join(cwd, 'nothing.txt')}`);
    expect(answersTo(profile.agent(), 'fs/read_text_file')).toMatchObject([{ error: { code: -32002 } }]);
  });
});

describe('a terminal', () => {
  it('runs in the session’s folder; its output is shown in the tool call that names it', async () => {
    const { session, profile, cwd } = await engineWithSession();
    await session.ask('!terminal pwd; echo $FAKE; printf "\\303\\251"; exit 3');
    const [tool] = session.items('toolCall');
    expect(tool?.content).toMatchObject([
      { type: 'terminal', output: `${cwd}\nyes\né`, exit: { exitCode: 3, signal: null } },
    ]);
    expect(answersTo(profile.agent(), 'terminal/wait_for_exit')).toEqual([{ exitCode: 3, signal: null }]);
    expect(answersTo(profile.agent(), 'terminal/output').at(-1)).toMatchObject({
      truncated: false,
      exitStatus: { exitCode: 3 },
    });
    expect(answersTo(profile.agent(), 'terminal/release')).toEqual([{}]);
  });

  it('is killed when the agent asks for it', async () => {
    const { session, profile } = await engineWithSession();
    await session.ask('!terminal-kill sleep 600');
    expect(answersTo(profile.agent(), 'terminal/wait_for_exit')).toMatchObject([{ signal: 'SIGTERM' }]);
  });

  it('that the agent left running ends with its session', async () => {
    const { session, page, profile } = await engineWithSession();
    const turnId = await session.send('!together terminal sleep 600 & wait 300');
    await session.until('it runs', ({ items }) =>
      items.some((item) => item.kind === 'toolCall' && item.content.some(({ type }) => type === 'terminal')),
    );
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended(turnId);
    const removed = await page.call.sessions.remove({ sessionIds: [session.sessionId], atAgent: false });
    expect(removed.ok).toBe(true);
    session.close();
    expect(answersTo(profile.agent(), 'terminal/create')).toHaveLength(1);
    await page.list.until('it is gone', ({ sessions }) => sessions.length === 0);
  });
});

describe('a form', () => {
  it('is filled in and checked before it is sent', async () => {
    const { session, page, profile } = await engineWithSession();
    const turnId = await session.send('!form');
    const { requestId, fields } = await session.request('form');
    expect(fields.map(({ type }) => type)).toEqual(['string', 'string', 'number', 'boolean', 'multi']);
    const answer = (content: Record<string, string | number | boolean | string[]>) =>
      page.call.requests.answer({
        requestId,
        answer: { kind: 'form', decision: 'accepted', content },
        viaKeyboard: false,
      });
    expect(await answer({ name: 'x' })).toMatchObject({ ok: false, error: { code: 'request.answerInvalid' } });
    const content = { name: 'tabs', language: 'ts', count: 3, strict: false, parts: ['api', 'docs'] };
    expect((await answer(content)).ok).toBe(true);
    await session.ended(turnId);
    expect(answersTo(profile.agent(), 'elicitation/create')).toEqual([{ action: 'accept', content }]);
  });

  it('is declined, or cancelled', async () => {
    const { session, page, profile } = await engineWithSession();
    for (const answer of [{ kind: 'form', decision: 'declined' } as const, { kind: 'cancelled' } as const]) {
      const turnId = await session.send('!form');
      const { requestId } = await session.request('form');
      await page.call.requests.answer({ requestId, answer, viaKeyboard: false });
      await session.ended(turnId);
    }
    expect(answersTo(profile.agent(), 'elicitation/create')).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
  });
});

describe('a page that an agent wants opened', () => {
  it('is opened by the person, and its agent is told', async () => {
    const { session, page, profile } = await engineWithSession();
    const turnId = await session.send('!url');
    const { requestId, url } = await session.request('url');
    expect(url).toBe('https://example.com/sign-in');
    await page.call.requests.answer({ requestId, answer: { kind: 'url', decision: 'opened' }, viaKeyboard: false });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), 'elicitation/create')).toEqual([{ action: 'accept' }]);
  });
});

describe('a request that nobody knows', () => {
  it('is answered by an error, and the turn goes on', async () => {
    const { session, profile } = await engineWithSession();
    const state = await session.ask('!unknown-request\n!say Done.');
    expect(answersTo(profile.agent(), '_fake/unknown')).toMatchObject([{ error: { code: -32601 } }]);
    expect(state.turn).toMatchObject({ outcome: { status: 'ended' } });
  });
});
