import { describe, expect, it } from 'vitest';
import { methodsSent, sentTo } from '../../support/engine/agentLog';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';

const prompt = (text: string) => [{ type: 'text' as const, text }];

/** The texts of what the agent was sent with its prompts. */
const prompts = (engine: TestEngine): string[] =>
  sentTo(engine.profile.agent(), 'session/prompt').map((params) => JSON.stringify(params['prompt']));

async function fork(
  engine: TestEngine,
  session: SessionView,
  options: { before: number | null; draft?: string; prompt?: ReturnType<typeof prompt> },
): Promise<{ forked: SessionView; how: string }> {
  const answer = await engine.page.call.sessions.fork({ sessionId: session.sessionId, ...options });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  const forked = await engine.page.session(answer.value.sessionId);
  await forked.until('its snapshot', () => true);
  return { forked, how: answer.value.how };
}

const kinds = (session: SessionView): string[] =>
  session.state.items.map((item) => (item.kind === 'notice' ? item.notice.code : item.kind));

describe('a fork', () => {
  it('carries what stands before its place, says so, and leaves the other session as it is', async () => {
    const { engine, session, page } = await engineWithSession();
    await session.ask('!say First answer.\n!tool read');
    await session.ask('!say Second answer.');
    const before = structuredClone(session.state.items);
    const { forked, how } = await fork(engine, session, { before: 3 });
    expect(how).toBe('context');
    expect(forked.said()).toBe('First answer.');
    expect(kinds(forked)).toEqual(['message', 'message', 'toolCall', 'session.forked']);
    expect(forked.items('notice').at(-1)?.notice).toMatchObject({
      how: 'context',
      title: expect.stringMatching(/say/),
    });
    const summary = await page.summaryUntil(forked.sessionId, 'it is listed', () => true);
    expect(summary).toMatchObject({ parentId: session.sessionId, atAgent: 'new', archived: false });
    expect(session.state.items).toEqual(before);
    expect(forked.state.untoldBefore).toBe(4);
  });

  it('tells a fresh session of the agent its history with the first prompt, and with no other', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('The answer is forty-two.');
    const { forked } = await fork(engine, session, { before: 2 });
    await forked.ask('Go on');
    await forked.ask('And on');
    const [, first, second] = prompts(engine);
    expect(first).toContain('The answer is forty-two.');
    expect(first).toContain('User:');
    expect(first).toMatch(/"text":"Go on"}]$/);
    expect(second).toBe(JSON.stringify(prompt('And on')));
    expect(forked.state.untoldBefore).toBeUndefined();
    expect(forked.said('user')).toContain('Go on');
    expect(forked.said('user')).not.toContain('<conversation>');
    expect(methodsSent(engine.profile.agent()).filter((method) => method === 'session/new')).toHaveLength(2);
  });

  it.each([
    ['where the agent kept its session', {}, 'session/resume'],
    ['where the agent forgot a session without a prompt', { sessions: 'none', loadError: -32002 }, 'session/new'],
  ])('tells it after a restart before the first prompt, %s', async (_where, config, method) => {
    const { engine, session, profile } = await engineWithSession();
    await session.ask('Remember me.');
    const { forked } = await fork(engine, session, { before: 2 });
    await engine.page.call.sessions.attach({ sessionId: forked.sessionId });
    await engine.shutdown();
    if ('loadError' in config) profile.configure('fake', { loadError: config.loadError });
    const again = await profile.start();
    const view = await again.page.session(forked.sessionId);
    await view.ask('Go on');
    expect(prompts(again).at(-1)).toContain('Remember me.');
    expect(methodsSent(profile.agent())).toContain(method);
    expect(view.state.untoldBefore).toBeUndefined();
  });

  it('tells it again where the prompt failed', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('Remember me.');
    const { forked } = await fork(engine, session, { before: 2 });
    await forked.ask('!error -32603 No');
    expect(forked.state.untoldBefore).toBe(3);
    await forked.ask('Go on');
    expect(prompts(engine).at(-1)).toContain('Remember me.');
  });

  it('sends a command of the agent’s alone, and the history with what comes after it', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('Remember me.');
    const { forked } = await fork(engine, session, { before: 2 });
    await engine.page.call.sessions.attach({ sessionId: forked.sessionId });
    const { commands } = await forked.until('its commands', (state) => state.commands.length > 0);
    await forked.ask(`/${commands[0]?.name} now`);
    expect(prompts(engine).at(-1)).not.toContain('Remember me.');
    await forked.ask('Go on');
    expect(prompts(engine).at(-1)).toContain('Remember me.');
  });

  it('from the end is the agent’s own fork where it offers one, which knows all of it', async () => {
    const { engine, session } = await engineWithSession({ agents: { fake: { config: { fork: true } } } });
    await session.ask('Known.');
    const { forked, how } = await fork(engine, session, { before: null });
    expect(how).toBe('agent');
    expect(sentTo(engine.profile.agent(), 'session/fork')[0]).toMatchObject({ sessionId: session.state.acpSessionId });
    expect(forked.state.acpSessionId).not.toBe(session.state.acpSessionId);
    expect(forked.items('notice').at(-1)?.notice).toMatchObject({ code: 'session.forked', how: 'agent' });
    await forked.ask('Go on');
    expect(prompts(engine).at(-1)).toBe(JSON.stringify(prompt('Go on')));
    expect(forked.said()).toBe('Echo: Known.\nEcho: Go on');
    expect(session.said()).toBe('Echo: Known.');
  });

  it.each([
    ['the agent refuses it', { fork: 'error' }, null],
    ['the place is inside the session', { fork: true }, 2],
    ['the agent could not take the new session up', { fork: true, sessions: 'none' }, null],
  ])('is a new session with its history as context where %s', async (_when, config, before) => {
    const { engine, session } = await engineWithSession({ agents: { fake: { config } } });
    await session.ask('Known.');
    await session.ask('Later');
    const { forked, how } = await fork(engine, session, { before });
    expect(how).toBe('context');
    await forked.ask('Go on');
    expect(prompts(engine).at(-1)).toContain('Known.');
  });

  it('is refused where there is no such place or session', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    expect(await page.call.sessions.fork({ sessionId, before: 7 })).toMatchObject({
      error: { code: 'session.placeUnknown' },
    });
    expect(await page.call.sessions.fork({ sessionId: 'none', before: 0 })).toMatchObject({
      error: { code: 'session.unknown' },
    });
  });

  it('of a session at work copies nothing that would go on for ever', async () => {
    const { engine, session } = await engineWithSession();
    await session.send('!openTool\n!permission');
    await session.request('permission');
    const { forked } = await fork(engine, session, { before: null });
    expect(forked.state.requests).toEqual([]);
    expect(forked.items('request')[0]?.settlement).toMatchObject({ kind: 'expired' });
    expect(forked.items('toolCall').every(({ status }) => status !== 'pending' && status !== 'in_progress')).toBe(true);
    expect(session.state.requests).toHaveLength(1);
  });

  it('has copies of the large parts, which stay when the other session goes', async () => {
    const { engine, session, page } = await engineWithSession();
    await session.ask('!huge 1');
    const { forked } = await fork(engine, session, { before: null });
    const stored = JSON.stringify(forked.state.items).match(/"blobId":"([^"]+)"/)?.[1] ?? '';
    session.close();
    await page.call.sessions.remove({ sessionIds: [session.sessionId], atAgent: false });
    const read = await page.call.blobs.read({ blobId: stored, offset: 0, length: 100 });
    expect(read).toMatchObject({ ok: true, value: { total: expect.any(Number) } });
    await page.summaryUntil(forked.sessionId, 'it is there', ({ parentId }) => parentId === null);
  });
});

describe('an edited prompt (AC-90)', () => {
  it('is sent in a new session with the turns before it as context; the old branch stays', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('First.');
    await session.ask('Wrong question');
    await session.ask('After it');
    const old = structuredClone(session.state.items);
    const { forked, how } = await fork(engine, session, { before: 2, prompt: prompt('Right question') });
    await forked.ended();
    expect(how).toBe('context');
    expect(forked.said('user')).toContain('Right question');
    expect(forked.said()).toContain('Right question');
    expect(prompts(engine).at(-1)).toContain('First.');
    expect(prompts(engine).at(-1)).not.toContain('Wrong question');
    expect(session.state.items).toEqual(old);
  });

  it('that was the first one begins a new session without any', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('Wrong question');
    const { forked, how } = await fork(engine, session, { before: 0, prompt: prompt('Right question') });
    await forked.ended();
    expect(how).toBe('nothing');
    expect(prompts(engine).at(-1)).toBe(JSON.stringify(prompt('Right question')));
    expect(forked.items('notice')[0]?.notice).toMatchObject({ code: 'session.forked', how: 'nothing' });
    const { sessions } = engine.page.list.current;
    expect(sessions.find(({ sessionId }) => sessionId === forked.sessionId)?.title).toBe('Right question');
  });

  it('may wait in the new session’s composer instead', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('A question');
    const { forked } = await fork(engine, session, { before: 0, draft: 'A question' });
    expect(JSON.stringify(forked.draft)).toContain('A question');
    expect(forked.state.turn.status).toBe('idle');
  });
});
