import { describe, expect, it } from 'vitest';
import { methodsSent, sentTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

describe('a turn', () => {
  it('is answered by the agent and ends', async () => {
    const { session, page } = await engineWithSession();
    const state = await session.ask('Hello there');
    expect(session.said()).toBe('Echo: Hello there');
    expect(state.turn).toMatchObject({ kind: 'prompt', outcome: { status: 'ended', stopReason: 'end_turn' } });
    expect(state.title).toEqual({ text: 'Hello there', source: 'prompt' });
    await page.summaryUntil(
      session.sessionId,
      'done in the list',
      ({ title, status, live, unread }) => title === 'Hello there' && status === 'done' && live && unread,
    );
  });

  it('starts the agent at the first prompt and keeps it for the next', async () => {
    const { session, profile } = await engineWithSession();
    expect(profile.agent().log()).toEqual([]);
    await session.ask('one');
    await session.ask('two');
    expect(methodsSent(profile.agent())).toEqual(['initialize', 'session/new', 'session/prompt', 'session/prompt']);
  });

  it('shows all that came before the answer of the prompt, in its order', async () => {
    const { session } = await engineWithSession();
    await session.ask('!say First.\n!tool read\n!say Second.\n!stream 300 0\n!tool execute\n!say Last.');
    const kinds = session.state.items.map(({ kind }) => kind);
    expect(kinds).toEqual(['message', 'message', 'toolCall', 'message', 'toolCall', 'message']);
    const chunks = Array.from({ length: 300 }, (_, index) => `chunk-${index} `).join('');
    expect(session.said()).toBe(`First.\nSecond.${chunks}\nLast.`);
    expect(session.items('toolCall').map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Finished read completed',
      'Finished execute completed',
    ]);
  });

  it('survives frames in pieces, noise between them and Windows line ends', async () => {
    const config = { splitBytes: 7, noise: ['Welcome!'], noiseEvery: 2, crlf: true, emptyLines: true };
    const { session, page } = await engineWithSession({ agents: { fake: { config } } });
    await session.ask('!say 中文 and 😀\n!tool read');
    expect(session.said()).toBe('中文 and 😀');
    expect(page.agents.current.connections[0]?.status).toBe('ready');
  });

  it('is refused while another one runs, and when it says nothing', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    const first = await session.send('!hang');
    const second = await page.call.sessions.prompt({ sessionId, content: [{ type: 'text', text: 'two' }] });
    expect(second).toEqual({ ok: false, error: { code: 'session.busy' } });
    await page.call.sessions.cancel({ sessionId });
    await session.ended(first);
    const empty = await page.call.sessions.prompt({ sessionId, content: [{ type: 'text', text: ' \n ' }] });
    expect(empty).toEqual({ ok: false, error: { code: 'session.emptyPrompt' } });
  });

  it('fails with the agent’s own words where it refuses the prompt, and the next goes through', async () => {
    const { session } = await engineWithSession();
    const state = await session.ask('!error -32603 The model is overloaded');
    expect(state.turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.refused', message: 'The model is overloaded' } },
    });
    await session.ask('again');
    expect(session.said()).toBe('Echo: again');
  });

  it('tells a stop reason that a person should know of', async () => {
    const { session } = await engineWithSession();
    await session.ask('!stop max_tokens');
    expect(session.items('notice').map(({ notice }) => notice)).toEqual([
      { code: 'turn.stoppedBy', stopReason: 'max_tokens' },
    ]);
  });

  it('keeps what comes after it: background work opens a turn of the agent, which ends when it is quiet', async () => {
    const { session } = await engineWithSession();
    const turnId = await session.send('!say Started.\n!later 30 !say Still here.');
    await session.ended(turnId);
    const state = await session.until(
      'the turn of the agent ends',
      ({ turn }) => turn.status === 'done' && turn.kind === 'agent',
    );
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
    expect(session.said()).toBe('Started.\nStill here.');
  });

  it('AC-80: replaces the commands with each update and sends a slash command, also an unknown one, as plain text', async () => {
    const { session, profile } = await engineWithSession({ agents: { fake: { config: { commands: 'none' } } } });
    await session.ask('!commands one two');
    expect(session.state.commands.map(({ name }) => name)).toEqual(['one', 'two']);
    await session.ask('!commands three');
    expect(session.state.commands.map(({ name }) => name)).toEqual(['three']);
    await session.ask('!commands');
    expect(session.state.commands).toEqual([]);
    for (const text of ['/three with words', '/nobody-knows this']) {
      await session.ask(text);
      expect(sentTo(profile.agent(), 'session/prompt').at(-1)).toMatchObject({ prompt: [{ type: 'text', text }] });
    }
  });

  it('keeps an update of an unknown kind and goes on after malformed ones', async () => {
    const { session } = await engineWithSession();
    await session.ask('!unknown-update\n!malformed\n!unknown-content\n!say Done.');
    expect(session.items('raw').some(({ updateKind }) => updateKind === 'weather_update')).toBe(true);
    expect(session.said()).toContain('Done.');
    expect(session.state.turn).toMatchObject({ outcome: { status: 'ended' } });
  });

  it('waits with every way to sign in where the agent asks for one, fails where it is given up, and keeps what was typed', async () => {
    const { session, page } = await engineWithSession({
      agents: { fake: { config: { auth: 'never', authMethods: [{ id: 'login', name: 'Log in' }] } } },
    });
    await session.send('Hello');
    const state = await session.until('a sign-in is wanted', ({ attachError }) => attachError !== null);
    expect(state.turn).toMatchObject({ status: 'running' });
    await page.call.signIn.giveUp({ sessionId: session.sessionId });
    expect((await session.ended()).turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.authRequired', methods: [{ id: 'login' }] } },
    });
    expect(state.attachError).toMatchObject({ code: 'agent.authRequired' });
    expect(session.said('user')).toBe('Hello');
  });
});

describe('updates that come before the answer which names their session', () => {
  it('AC-37: are shown once session/new has answered', async () => {
    const { session } = await engineWithSession({
      agents: { fake: { config: { earlyUpdates: true, commands: 'early' } } },
    });
    await session.ask('Hello');
    expect(session.said()).toBe('Before the answer. Echo: Hello');
    expect(session.state.title).toEqual({ text: 'An early title', source: 'agent' });
    expect(session.state.commands.map(({ name }) => name)).toEqual(['review', 'explain']);
  });

  it.each([
    ['before the answer', { commands: 'early' }],
    ['in the same write as it', { commands: 'chunk' }],
    ['a second after it', { commands: 'late', lateMs: 1000 }],
  ])('AC-37: are kept, also commands that come %s, of a new session and of a loaded one', async (_when, more) => {
    const config = { sessions: 'load', ...more };
    const { session, page, profile } = await engineWithSession({ agents: { fake: { config } } });
    const { sessionId } = session;
    const attached = await page.call.sessions.attach({ sessionId });
    expect(attached.ok).toBe(true);
    await session.until('the commands', (state) => state.commands.length === 2);
    // Known to the agent only once something was said in it.
    await session.ask('!commands other');
    expect(session.state.commands.map(({ name }) => name)).toEqual(['other']);
    await page.call.sessions.forceStop({ sessionId });
    await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect((await page.call.sessions.attach({ sessionId })).ok).toBe(true);
    await session.until('those of the load', (state) => state.commands.length === 2);
    expect(methodsSent(profile.agent())).toContain('session/load');
  });

  it('of a session that nobody knows are shown nowhere', async () => {
    const { session } = await engineWithSession();
    await session.ask('!stranger Who am I?\n!say Done.');
    expect(session.said()).toBe('Done.');
  });
});
