import { describe, expect, it } from 'vitest';
import { gateOf } from '../../support/engine/gate';
import { sentTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config } },
});

describe('AC-09 an error that Cursor says as its answer', () => {
  it('fails the turn, and the same prompt can be sent again', async () => {
    const { session, profile } = await engineWithSession(cursorAgent());
    const prompt = '!say I looked around.\n!fail Error: ConnectError: [unavailable] upstream';
    const { turn } = await session.ask(prompt);
    expect(turn).toMatchObject({
      outcome: {
        status: 'failed',
        error: { code: 'agent.saidError', message: 'Error: ConnectError: [unavailable] upstream', remedy: 'retry' },
      },
    });
    expect(session.items('notice').map(({ notice }) => notice.code)).toEqual(['turn.failed']);
    expect(session.said()).toContain('I looked around.');
    await session.ask(prompt);
    const prompts = sentTo(profile.agent(), 'session/prompt').map((params) => params['prompt']);
    expect(prompts[1]).toEqual(prompts[0]);
  });

  it.each([
    ['inside a code block', '!say It prints:\\n\\n```\\nstart\\n\\nError: ConnectError: [unavailable]\\n```'],
    ['in the middle of an answer', '!fail Error: ConnectError: [unavailable]\n!say \\n\\nThat is what it prints.'],
    ['before a tool call that followed', '!fail Error: ConnectError: [unavailable]\n!tool read'],
  ])('is none %s', async (_, prompt) => {
    const { session } = await engineWithSession(cursorAgent());
    const { turn } = await session.ask(prompt);
    expect(turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
  });

  it('AC-66: is what a stop makes of a turn, where it says so after one', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent({ ignoreCancel: true }));
    const gate = gateOf(profile);
    const turnId = await session.send(
      `!say Working.\n${gate.shut}\n!fail Error: ConnectError: [aborted] read ECONNRESET`,
    );
    await session.until('it works', () => session.said() === 'Working.');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    gate.open();
    const { turn } = await session.ended(turnId);
    expect(turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    expect(session.items('notice').map(({ notice }) => notice.code)).toEqual(['turn.cancelled']);
  });

  it('is none of another agent, which has answers for errors', async () => {
    const { session } = await engineWithSession();
    const { turn } = await session.ask('!fail Error: ConnectError: [unavailable]');
    expect(turn).toMatchObject({ outcome: { status: 'ended' } });
  });

  it('that asks to sign in leads to the ways to do it, and the session is taken up again after them', async () => {
    const authMethods = [{ id: 'cursor_login', name: 'Cursor Login' }];
    const { session, page } = await engineWithSession(cursorAgent({ authMethods }));
    const { sessionId } = session;
    const { turn } = await session.ask('!fail Please sign in to continue');
    expect(turn).toMatchObject({ outcome: { error: { remedy: 'signIn' } } });
    expect(await page.call.sessions.requireSignIn({ sessionId })).toEqual({ ok: true, value: null });
    const state = await session.until('the card', ({ attachError }) => attachError !== null);
    expect(state.attachError).toMatchObject({
      code: 'agent.authRequired',
      message: 'Please sign in to continue',
      methods: [{ id: 'cursor_login' }, { id: 'cursor-login-command' }, { id: 'cursor-api-key' }],
    });
    await session.ask('again');
    expect(session.state.attachError).toBeNull();
    expect(session.said()).toContain('Echo: again');
  });
});

describe('AC-10 a model that is not there any more', () => {
  it('asks for another one, and that choice is kept for the session', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent({ booleans: false }));
    const { sessionId } = session;
    const { turn } = await session.ask('!fail Check your settings to continue');
    expect(turn).toMatchObject({ outcome: { error: { code: 'agent.saidError', remedy: 'changeModel' } } });
    await page.call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'thinker' });
    await session.ask('!crash');
    await session.ask('after');
    expect(sentTo(profile.agent(), 'session/set_config_option').map((params) => params['value'])).toEqual(['thinker']);
    const model = session.state.options.configOptions.find(({ id }) => id === 'model');
    expect(model?.currentValue).toBe('thinker');
  });
});
