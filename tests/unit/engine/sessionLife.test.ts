import { describe, expect, it } from 'vitest';
import { eventually, isAlive } from '../../agents/processHelpers';
import { methodsSent, sentTo, startsOf } from '../../support/engine/agentLog';
import { gateOf } from '../../support/engine/gate';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';
import { timed } from '../../support/withinTime';

const MINUTE = 60_000;
const quiet = { agents: { fake: { config: { commands: 'none' } } } };

describe('an agent that dies whenever it is started', () => {
  const config = { exitAtStart: { code: 4 }, stderr: ['no licence'] };

  it('AC-51: is started less and less often, which is told, and a click tries at once', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
    const { sessionId } = session;
    for (let times = 1; times <= 3; times += 1) await session.ask(`Try ${times}`);
    expect(startsOf(profile.agent())).toBe(3);
    await session.send('Try 4');
    const waits = await session.until('it waits', ({ connection }) => connection.status === 'waiting');
    expect(waits.connection).toMatchObject({ failures: 3 });
    expect(waits.turn.status).toBe('running');
    expect(startsOf(profile.agent())).toBe(3);
    clock.jump(6000);
    await session.ended();
    expect(startsOf(profile.agent())).toBe(4);

    await session.send('Try 5');
    await session.until('it waits again', ({ connection }) => connection.status === 'waiting');
    await page.call.sessions.attach({ sessionId, now: true });
    await session.ended();
    expect(startsOf(profile.agent())).toBe(5);
  });

  it('AC-51: is not started any more where the person stops the turn that waits for it', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
    for (let times = 1; times <= 3; times += 1) await session.ask(`Try ${times}`);
    await session.send('Try 4');
    await session.until('it waits', ({ connection }) => connection.status === 'waiting');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    const state = await session.ended();
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    await session.until('nothing is to be started', ({ connection }) => connection.status === 'none');
    clock.jump(MINUTE);
    expect(startsOf(profile.agent())).toBe(3);
  });

  it('AC-51: waits no longer once it is configured otherwise', async () => {
    const { session, page, engine } = await engineWithSession({
      clock: new JumpClock(),
      agents: { fake: { config } },
    });
    for (let times = 1; times <= 3; times += 1) await session.ask(`Try ${times}`);
    // What waits already is started as it is configured when the wait is over.
    const turnId = await session.send('It works');
    await session.until('it waits', ({ connection }) => connection.status === 'waiting');
    await engine.reconfigure('fake', {});
    await page.call.sessions.attach({ sessionId: session.sessionId, now: true });
    await session.ended(turnId);
    await session.ask('And again');
    expect(session.said()).toBe('Echo: It works\nEcho: And again');
  });

  it('AC-51: counts as one that dies at start when it ends before it opened a session', async () => {
    const { session } = await engineWithSession({ agents: { fake: { config: { crashOnNew: 9 } } } });
    for (let times = 1; times <= 3; times += 1) await session.ask(`Try ${times}`);
    await session.send('Try 4');
    const { connection } = await session.until('it waits', (state) => state.connection.status === 'waiting');
    expect(connection).toMatchObject({ failures: 3 });
  });
});

describe('an agent that died in a turn', () => {
  it('AC-51: is started again by one click and not before, and nothing is sent twice', async () => {
    const { session, page, profile } = await engineWithSession();
    const crashed = await session.ask('!say Working.\n!openTool\n!crash 3');
    expect(crashed.turn).toMatchObject({
      outcome: {
        status: 'failed',
        error: { code: 'agent.exited', exitCode: 3, stderrTail: expect.stringContaining('went badly wrong') },
      },
    });
    expect(session.items('toolCall').map(({ status, open }) => `${status} ${open}`)).toEqual(['failed false']);
    expect(crashed).toMatchObject({ atAgent: 'detached', connection: { status: 'exited', exitCode: 3 } });
    expect(startsOf(profile.agent())).toBe(1);
    await page.call.sessions.attach({ sessionId: session.sessionId, now: true });
    await session.until(
      'there again',
      ({ atAgent, connection }) => atAgent === 'attached' && connection.status === 'ready',
    );
    expect(methodsSent(profile.agent()).slice(3)).toEqual(['initialize', 'session/resume']);
  });
});

describe('a stop that the agent does not hear', () => {
  it('AC-67: can be forced: its tree ends, and the session goes on with a new process at once', async () => {
    const config = { ignoreCancel: true, ignoreSigterm: true, ignoreStdinEnd: true };
    const { session, page, profile } = await engineWithSession({ agents: { fake: { config } } });
    await session.send('!say Working.\n!fork 1\n!hang');
    await session.until('it says so', () => session.said().includes('Started'));
    const before = profile.pids();
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.until('cancelling', ({ turn }) => turn.status === 'cancelling');
    // Meanwhile the rest of the app answers.
    expect((await page.call.sessions.rename({ sessionId: session.sessionId, title: 'Mine' })).ok).toBe(true);
    const forced = await page.call.sessions.forceStop({ sessionId: session.sessionId });
    expect(forced).toEqual({ ok: true, value: { alsoEnded: [] } });
    const state = await session.ended();
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    await eventually('its tree is gone', () => before.every((pid) => !isAlive(pid)));
    await session.until('attached again', ({ atAgent }) => atAgent === 'attached');
    await session.ask('Hello again');
    expect(session.said()).toContain('Echo: Hello again');
    expect(startsOf(profile.agent())).toBe(2);
    expect(methodsSent(profile.agent()).filter((method) => method === 'session/resume')).toHaveLength(1);
  });

  it('AC-67: a process that is ended by force while its session is at rest is not started again', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.ask('Hello');
    await page.call.sessions.forceStop({ sessionId: session.sessionId });
    await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect(session.state.connection.status).toBe('none');
    expect(startsOf(profile.agent())).toBe(1);
  });
});

describe('a turn in which nothing comes', () => {
  it('AC-50: is told with how long it is silent, and whoever waits on is asked again after the same time', async () => {
    const clock = new JumpClock();
    const { session, page } = await engineWithSession({ ...quiet, clock });
    const { sessionId } = session;
    await session.send('!say Thinking.\n!hang');
    await session.until('it speaks', () => session.said() === 'Thinking.');
    const spokeAt = clock.now();
    clock.jump(6 * MINUTE);
    const silent = await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
    const since = silent.connection.status === 'unresponsive' ? silent.connection.since : 0;
    expect(Math.abs(since - spokeAt)).toBeLessThan(2000);
    await page.call.sessions.keepWaiting({ sessionId });
    await session.until('it waits', ({ connection }) => connection.status === 'ready');
    clock.jump(3 * MINUTE);
    expect(session.state.connection.status).toBe('ready');
    clock.jump(3 * MINUTE);
    const again = await session.until('asked again', ({ connection }) => connection.status === 'unresponsive');
    expect(again.connection).toMatchObject({ since });
  });

  it('AC-50: can be ended by a restart of the agent, and the transcript stays', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ ...quiet, clock });
    await session.send('!say Thinking.\n!hang deaf');
    await session.until('it speaks', () => session.said() === 'Thinking.');
    clock.jump(6 * MINUTE);
    await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
    await page.call.sessions.forceStop({ sessionId: session.sessionId });
    await session.ended();
    await session.until(
      'there again',
      ({ atAgent, connection }) => atAgent === 'attached' && connection.status === 'ready',
    );
    expect(session.said()).toBe('Thinking.');
    expect(startsOf(profile.agent())).toBe(2);
  });
});

describe('an agent that never says whether it opened a session', () => {
  it.each(['session/new', 'session/load'])(
    'AC-50: is told of as silent (%s), can be stopped, and a restart of it leads on',
    async (method) => {
      const clock = new JumpClock();
      const opens = method === 'session/new';
      // Not a word of the replay either: one that came after the jump would be a sign of life.
      const stuck = { sessions: 'load', replay: 'none', [opens ? 'newUntil' : 'loadUntil']: '/never' };
      const config = opens ? stuck : { sessions: 'load' };
      const { session, engine, page, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
      const { sessionId } = session;
      if (!opens) {
        await session.ask('Before');
        await page.call.sessions.forceStop({ sessionId });
        await session.until('detached', ({ atAgent }) => atAgent === 'detached');
        await engine.reconfigure('fake', stuck);
      }
      const asked = () => methodsSent(profile.agent()).filter((sent) => sent === method).length;
      await session.send('Hello');
      await eventually('the agent is asked', () => asked() === 1);
      clock.jump(6 * MINUTE);
      await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
      await page.call.sessions.cancel({ sessionId });
      expect((await session.ended()).turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
      // The same attempt: the agent is not asked twice for one session.
      await session.send('Hello again');
      await session.until('not silent for long', ({ connection }) => connection.status === 'ready');
      clock.jump(6 * MINUTE);
      await session.until('unresponsive again', ({ connection }) => connection.status === 'unresponsive');
      expect(asked()).toBe(1);
      await engine.reconfigure('fake', { sessions: 'load' });
      await page.call.sessions.forceStop({ sessionId });
      await session.ended();
      await session.ask('And now?');
      expect(session.said()).toContain('Echo: And now?');
      expect(session.said()).not.toContain('Echo: Hello');
    },
  );
});

describe('a session whose process was stopped since it was idle', () => {
  it('AC-34: is woken by its next use with the mode, model and options that were chosen, and shows them', async () => {
    const clock = new JumpClock();
    // The new process comes up as it ships: nothing is kept by the agent itself.
    const config = { commands: 'none', forgetOptions: true };
    const { session, page, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
    const { sessionId } = session;
    await session.ask('One');
    await page.call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'thinker' });
    await page.call.sessions.setConfigOption({ sessionId, configId: 'effort', value: 'high' });
    await page.call.sessions.setMode({ sessionId, modeId: 'ask' });
    clock.jump(11 * MINUTE);
    await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
    await page.summaryUntil(sessionId, 'told in the list', ({ live, atAgent }) => !live && atAgent === 'detached');
    const before = methodsSent(profile.agent()).length;
    await session.ask('Two');
    const shown = session.state.options.configOptions.map(({ id, currentValue }) => `${id}=${currentValue}`);
    expect(shown).toEqual(expect.arrayContaining(['model=thinker', 'effort=high']));
    expect(session.state.options.modes?.currentModeId).toBe('ask');
    const sent = methodsSent(profile.agent()).slice(before);
    expect(sent.filter((method) => method.startsWith('session/set_'))).toHaveLength(3);
    expect(sent.at(-1)).toBe('session/prompt');
  });

  it('AC-34: is woken with the chosen model also where the agent offers models of the older kind', async () => {
    const clock = new JumpClock();
    const config = { options: 'legacy', commands: 'none', forgetOptions: true };
    const { session, page, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
    await session.ask('One');
    await page.call.sessions.setModel({ sessionId: session.sessionId, modelId: 'thinker' });
    clock.jump(11 * MINUTE);
    await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
    await session.ask('Two');
    expect(session.state.options.models?.currentModelId).toBe('thinker');
    expect(sentTo(profile.agent(), 'session/set_model')).toMatchObject([
      { modelId: 'thinker' },
      { modelId: 'thinker' },
    ]);
    expect(methodsSent(profile.agent()).at(-1)).toBe('session/prompt');
  });

  it.each([
    ['by itself in its work', '!mode agent', 'agent'],
    ['not at all', 'Two', 'plan'],
  ])(
    'AC-34, AC-81: is woken in the mode that was in force: the agent left the chosen one %s',
    async (_how, prompt, mode) => {
      const clock = new JumpClock();
      const { session, page, profile } = await engineWithSession({
        clock,
        agents: { fake: { config: { commands: 'none' } } },
      });
      const { sessionId } = session;
      await session.ask('One');
      await page.call.sessions.setMode({ sessionId, modeId: 'plan' });
      await session.ask(prompt);
      expect(session.state.options.modes?.currentModeId).toBe(mode);
      clock.jump(11 * MINUTE);
      await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
      await session.ask('Three');
      expect(session.state.options.modes?.currentModeId).toBe(mode);
      expect(methodsSent(profile.agent()).filter((method) => method === 'session/set_mode')).toHaveLength(1);
    },
  );

  it('AC-81: a chosen mode that is not offered any more is dropped, which is said once', async () => {
    const clock = new JumpClock();
    const config = { commands: 'none', forgetOptions: true };
    const { session, page, engine, profile } = await engineWithSession({ clock, agents: { fake: { config } } });
    const sleep = async () => {
      clock.jump(11 * MINUTE);
      await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
    };
    await session.ask('One');
    await page.call.sessions.setMode({ sessionId: session.sessionId, modeId: 'plan' });
    await sleep();
    await engine.reconfigure('fake', { ...config, gone: ['plan'] });
    for (const words of ['Two', 'Three']) {
      await session.ask(words);
      expect(session.state.options.modes?.currentModeId).toBe('agent');
      await sleep();
    }
    expect(session.items('notice').map(({ notice }) => notice.code)).toEqual(['session.optionsReset']);
    // Only when it was chosen.
    expect(sentTo(profile.agent(), 'session/set_mode')).toMatchObject([{ modeId: 'plan' }]);
  });

  it('AC-34: is woken in the mode that was chosen last, where an agent offers it in two ways', async () => {
    const clock = new JumpClock();
    const config = { options: 'cursor', commands: 'none', forgetOptions: true };
    const { session, page } = await engineWithSession({ clock, agents: { fake: { adapter: 'cursor', config } } });
    const { sessionId } = session;
    expect(await page.call.sessions.attach({ sessionId })).toEqual({ ok: true, value: null });
    const option = await session.find('its mode as an option', ({ options }) =>
      options.configOptions.find(({ category }) => category === 'mode'),
    );
    const current = () => session.state.options.modes?.currentModeId;
    const [byMode, byOption] = ['ask', 'plan'];
    expect((await page.call.sessions.setMode({ sessionId, modeId: byMode })).ok).toBe(true);
    expect((await page.call.sessions.setConfigOption({ sessionId, configId: option.id, value: byOption })).ok).toBe(
      true,
    );
    await session.until('the second choice', () => current() === byOption);
    await page.call.sessions.forceStop({ sessionId });
    await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
    await page.call.sessions.attach({ sessionId });
    await session.until('woken in it', ({ atAgent }) => atAgent === 'attached' && current() === byOption);
    expect((await page.call.sessions.setMode({ sessionId, modeId: byMode })).ok).toBe(true);
    await page.call.sessions.forceStop({ sessionId });
    await session.until('asleep again', ({ atAgent }) => atAgent === 'detached');
    await page.call.sessions.attach({ sessionId });
    await session.until('woken in the other', ({ atAgent }) => atAgent === 'attached' && current() === byMode);
  });

  it('AC-47: leaves none of its processes behind', async () => {
    const clock = new JumpClock();
    const { session, profile, engine } = await engineWithSession({ ...quiet, clock });
    const gate = gateOf(profile);
    await engine.reconfigure('fake', { commands: 'none', children: 2, startUntil: gate.file });
    const turnId = await session.send('One');
    // Itself, two children, and a child of each: all there before it answers, so none of them is work that it began.
    await eventually('all of them are there', () => profile.pids().length === 5);
    gate.open();
    await session.ended(turnId);
    const pids = profile.pids();
    const { took, allowed } = await timed(5000, async () => {
      clock.jump(11 * MINUTE);
      await session.until('asleep', ({ atAgent }) => atAgent === 'detached');
      await eventually('its tree has ended', () => !pids.some(isAlive));
    });
    expect(took).toBeLessThan(allowed);
  });
});
