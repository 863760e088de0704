import { describe, expect, it } from 'vitest';
import { sentTo } from '../../support/engine/agentLog';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession } from '../../support/engine/testEngine';

const values = (session: SessionView): string[] =>
  session.state.options.configOptions.map(({ id, currentValue }) => `${id}=${currentValue}`);

describe('AC-81: a mode', () => {
  it.each(['before', 'after', 'silent'])('is set, whenever the agent’s update comes: %s', async (setMode) => {
    const { session, page, profile } = await engineWithSession({ agents: { fake: { config: { setMode } } } });
    const { sessionId } = session;
    expect(await page.call.sessions.setMode({ sessionId, modeId: 'plan' })).toEqual({ ok: true, value: null });
    await session.until('the mode', ({ options }) => options.modes?.currentModeId === 'plan');
    await session.ask('go');
    expect(session.state.options.modes?.currentModeId).toBe('plan');
    expect(sentTo(profile.agent(), 'session/set_mode')).toMatchObject([{ modeId: 'plan' }]);
  });

  it('that the agent refuses stays as it was, and the refusal is the answer', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    const refused = await page.call.sessions.setMode({ sessionId, modeId: 'nonsense' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'agent.refused', rpcCode: -32602 } });
    const state = await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    expect(state.options.modes?.currentModeId).toBe('agent');
  });

  it('that the agent changes is followed', async () => {
    const { session } = await engineWithSession();
    await session.ask('!mode ask');
    expect(session.state.options.modes?.currentModeId).toBe('ask');
  });
});

describe('a config option', () => {
  it('shows the values of the agent’s last answer, never the old ones', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    const set = (configId: string, value: string | boolean) =>
      page.call.sessions.setConfigOption({ sessionId, configId, value });
    await set('fast', true);
    await set('model', 'thinker');
    await session.until('the model', () => values(session).includes('model=thinker'));
    expect(values(session)).toEqual(['model=thinker', 'effort=medium', 'fast=false']);
    await set('effort', 'high');
    await set('model', 'composer');
    await session.until('the other model', () => values(session).includes('model=composer'));
    expect(values(session)).toEqual(['model=composer', 'fast=false']);
  });

  it('that the agent refuses rolls back', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    await page.call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'plain' });
    const refused = await page.call.sessions.setConfigOption({ sessionId, configId: 'fast', value: true });
    expect(refused).toMatchObject({ ok: false, error: { code: 'agent.refused' } });
    await session.ask('go');
    expect(values(session)).toEqual(['model=plain']);
  });

  it('of kind boolean is sent as one', async () => {
    const { session, page, profile } = await engineWithSession();
    await page.call.sessions.setConfigOption({ sessionId: session.sessionId, configId: 'fast', value: true });
    expect(sentTo(profile.agent(), 'session/set_config_option')).toMatchObject([
      { configId: 'fast', type: 'boolean', value: true },
    ]);
  });
});

describe('a model of the legacy kind', () => {
  it('is set, and the acknowledgement is the confirmation', async () => {
    const { session, page } = await engineWithSession({ agents: { fake: { config: { options: 'legacy' } } } });
    const { sessionId } = session;
    expect(await page.call.sessions.setModel({ sessionId, modelId: 'thinker' })).toEqual({ ok: true, value: null });
    await session.until('the model', ({ options }) => options.models?.currentModelId === 'thinker');
    const refused = await page.call.sessions.setModel({ sessionId, modelId: 'nobody' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'agent.refused' } });
    await session.ask('go');
    expect(session.state.options.models?.currentModelId).toBe('thinker');
  });
});
