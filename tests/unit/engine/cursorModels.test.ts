import { describe, expect, it } from 'vitest';
import { sentTo } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession } from '../../support/engine/testEngine';

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config: { booleans: false, ...config } } },
});
const values = (session: SessionView): string[] =>
  session.state.options.configOptions.map(({ id, currentValue }) => `${id}=${currentValue}`);
const listed = (session: SessionView) => session.state.options.listedModels?.map(({ value }) => value);
const setsSent = (run: Parameters<typeof sentTo>[0]): string[] =>
  sentTo(run, 'session/set_config_option').map(({ configId, value }) => `${String(configId)}=${String(value)}`);

describe('AC-18 and AC-19 the chosen model and its parameters', () => {
  it('AC-18 the picker is declared, parameters are sent after the model, and the last answer is shown', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const { sessionId } = session;
    const set = (configId: string, value: string) => page.call.sessions.setConfigOption({ sessionId, configId, value });
    await set('model', 'thinker');
    await set('effort', 'high');
    await set('fast', 'true');
    await session.until('the answer', () => values(session).includes('fast=true'));
    expect(values(session)).toEqual(['model=thinker', 'effort=high', 'fast=true']);
    expect(sentTo(profile.agent(), 'initialize')[0]).toMatchObject({
      clientCapabilities: { _meta: { parameterizedModelPicker: true } },
    });
    expect(setsSent(profile.agent())).toEqual(['model=thinker', 'effort=high', 'fast=true']);
  });

  it('AC-18 a new process gets the model first, then its parameters', async () => {
    const { session, page, profile, engine } = await engineWithSession(cursorAgent({ sessions: 'load' }));
    const { sessionId } = session;
    const set = (configId: string, value: string) => page.call.sessions.setConfigOption({ sessionId, configId, value });
    await set('model', 'thinker');
    await set('fast', 'true');
    await session.ask('one');
    // The agent's own choice changed meanwhile, as Cursor's is shared by all its processes.
    await session.ask('!reset-options\n!crash');
    await engine.reconfigure('fake', { booleans: false, sessions: 'load' });
    const before = setsSent(profile.agent()).length;
    await session.ask('two');
    expect(setsSent(profile.agent()).slice(before)).toEqual(['model=thinker', 'fast=true']);
    expect(values(session)).toEqual(['model=thinker', 'effort=medium', 'fast=true']);
  });

  it('AC-19 a switch there and back shows the agent’s last answer, and parameters do not follow to another model', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const { sessionId } = session;
    const set = (configId: string, value: string) => page.call.sessions.setConfigOption({ sessionId, configId, value });
    await set('fast', 'true');
    await set('model', 'thinker');
    await set('model', 'composer');
    // Not what was chosen for another model (AC-19), however the answers come.
    await session.until('the answer', () => values(session).join() === 'model=composer,fast=false');
    await session.ask('!crash');
    const before = setsSent(profile.agent()).length;
    await session.ask('two');
    // Nobody chose "fast" for the model in force.
    expect(setsSent(profile.agent()).slice(before)).toEqual([]);
    expect(values(session)).toEqual(['model=composer', 'fast=false']);
  });
});

describe('AC-10 a model that is not offered any more', () => {
  it('never breaks a resume: the agent’s own is in force, and a notice says so once', async () => {
    const { session, page, profile, engine } = await engineWithSession(cursorAgent());
    const { sessionId } = session;
    await page.call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'thinker' });
    await page.call.sessions.setConfigOption({ sessionId, configId: 'fast', value: 'true' });
    await session.ask('!crash');
    await engine.reconfigure('fake', { booleans: false, gone: ['thinker'] });
    const before = setsSent(profile.agent()).length;
    await session.ask('go on');
    expect(session.said()).toContain('Echo: go on');
    expect(values(session)).toEqual(['model=composer', 'fast=false']);
    expect(setsSent(profile.agent()).slice(before)).toEqual([]);
    const gone = () => session.items('notice').filter(({ notice }) => notice.code === 'session.modelGone');
    expect(gone()).toMatchObject([{ notice: { model: 'thinker' } }]);
    await session.ask('!crash');
    await session.ask('and on');
    expect(gone()).toHaveLength(1);
  });

  it('is taken by its bare id where the agent has it under another one', async () => {
    const { session, page, engine, profile } = await engineWithSession(cursorAgent({ variants: true }));
    const { sessionId } = session;
    await page.call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'thinker[fast=false]' });
    await session.ask('!reset-options\n!crash');
    await engine.reconfigure('fake', { booleans: false });
    const before = setsSent(profile.agent()).length;
    await session.ask('go on');
    expect(setsSent(profile.agent()).slice(before)).toEqual(['model=thinker']);
    expect(session.items('notice').map(({ notice }) => notice.code)).not.toContain('session.modelGone');
  });
});

describe('AC-15 the list of models', () => {
  it('is asked for once in half an hour, whatever the number of sessions, and shown in each', async () => {
    const clock = new JumpClock();
    const { session, page, profile, engine, projectId } = await engineWithSession({
      ...cursorAgent({ modelList: ['composer', 'brand-new'] }),
      clock,
    });
    await page.call.sessions.attach({ sessionId: session.sessionId });
    await session.until('the list', () => listed(session) !== undefined);
    expect(listed(session)).toEqual(['composer', 'brand-new']);
    // One that nobody used would be given again as the new one.
    await session.ask('one');
    const other = await engine.newSession(projectId);
    await page.call.sessions.attach({ sessionId: other.sessionId });
    await other.until('the list', () => listed(other) !== undefined);
    expect(sentTo(profile.agent(), 'cursor/list_available_models')).toHaveLength(1);
    clock.jump(31 * 60_000);
    await other.ask('two');
    const third = await engine.newSession(projectId);
    await page.call.sessions.attach({ sessionId: third.sessionId });
    await third.until('the list', () => listed(third) !== undefined);
    expect(sentTo(profile.agent(), 'cursor/list_available_models')).toHaveLength(2);
  });

  it('that does not come blocks nothing and breaks nothing', async () => {
    const { session, page } = await engineWithSession(cursorAgent({ modelList: 'hang' }));
    await session.ask('hello');
    expect(session.said()).toContain('Echo: hello');
    expect(values(session)).toEqual(['model=composer', 'fast=false']);
    expect(page.agents.current.agents.find(({ config }) => config.id === 'fake')?.lastError).toBeNull();
    expect(session.state.connection.status).toBe('ready');
  });

  it('AC-16 is the session’s own where the agent does not know the question', async () => {
    const { session, profile } = await engineWithSession(cursorAgent());
    await session.ask('hello');
    expect(sentTo(profile.agent(), 'cursor/list_available_models')).toHaveLength(1);
    expect(listed(session)).toBeUndefined();
    const model = session.state.options.configOptions.find(({ category }) => category === 'model');
    expect(model?.type === 'select' ? model.options.map(({ value }) => value) : []).toEqual([
      'composer',
      'thinker',
      'plain',
    ]);
  });

  it('is not asked of an agent that has none', async () => {
    const { session, profile } = await engineWithSession();
    await session.ask('hello');
    expect(sentTo(profile.agent(), 'cursor/list_available_models')).toEqual([]);
  });
});
