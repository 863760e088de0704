import { describe, expect, it } from 'vitest';
import { isAlive } from '../../agents/processHelpers';
import { gateOf } from '../../support/engine/gate';
import { methodsSent, startsOf } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';

const MINUTE = 60_000;
const IDLE = 11 * MINUTE;
/** Nothing comes by itself: what comes late is activity too. */
const quiet = { agents: { fake: { config: { commands: 'none' } } } };

describe('a process that nobody uses', () => {
  it('AC-47: is stopped after the idle time, and the next prompt resumes', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ ...quiet, clock });
    await session.ask('One');
    const { pid } = profile.agent().log()[0]!;
    clock.jump(IDLE);
    const state = await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect(isAlive(pid)).toBe(false);
    expect(state).toMatchObject({ connection: { status: 'none' }, attachError: null });
    expect(session.items('notice')).toEqual([]);
    await page.summaryUntil(session.sessionId, 'at rest', ({ live, status }) => !live && status === 'done');
    await session.ask('Two');
    expect(session.said()).toBe('Echo: One\nEcho: Two');
    expect(methodsSent(profile.agent()).slice(-3)).toEqual(['initialize', 'session/resume', 'session/prompt']);
  });

  it.each([
    ['a turn runs', '!say Busy.\n!hang', false],
    ['a request waits', '!say Busy.\n!permission', false],
    ['a terminal of its session runs', '!say Busy.\n!together terminal sleep 600 & hang', false],
    ['a child of its own works on', '!say Busy.\n!fork 1', true],
  ])('is kept while %s', async (_why, prompt, ends) => {
    const clock = new JumpClock();
    const { session, engine, profile } = await engineWithSession({
      ...quiet,
      clock,
      settings: { durations: { silentTurnMinutes: 0 } },
    });
    await session.send(prompt);
    await session.until('it works', () => session.said().includes('Busy.'));
    if (ends) await session.ended();
    else await session.until('it is there', ({ items }) => items.length > 1);
    const { pid } = profile.agent().log()[0]!;
    // Another process, started after it, is checked after it: once that is stopped, this one was passed over.
    const other = await engine.newSession((await engine.addProject('other')).projectId);
    await other.ask('I am idle');
    clock.jump(IDLE);
    await other.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect(session.state.atAgent).toBe('attached');
    expect(isAlive(pid)).toBe(true);
  });

  it('is never stopped where the agent could not give its sessions back', async () => {
    const clock = new JumpClock();
    const { session, profile } = await engineWithSession({
      clock,
      agents: { fake: { config: { sessions: 'none', commands: 'none' } } },
    });
    await session.ask('One');
    clock.jump(IDLE);
    await session.ask('Two');
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('is never stopped where the settings say so', async () => {
    const clock = new JumpClock();
    const { session, profile } = await engineWithSession({
      ...quiet,
      clock,
      settings: { durations: { idleStopMinutes: 0 } },
    });
    await session.ask('One');
    clock.jump(24 * 60 * MINUTE);
    await session.ask('Two');
    expect(startsOf(profile.agent())).toBe(1);
  });
});

describe('a turn in which nothing comes', () => {
  it('AC-50: is called unresponsive after the time of the settings, and taken back at the next sign of life', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ ...quiet, clock });
    const gate = gateOf(profile);
    await session.send(`!say Thinking.\n${gate.shut}\n!say Back.\n!hang`);
    await session.until('it speaks', () => session.said() === 'Thinking.');
    clock.jump(6 * MINUTE);
    const silent = await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
    expect(silent.turn.status).toBe('running');
    await page.agents.until('so its connection is', ({ connections }) => connections[0]?.status === 'unresponsive');
    gate.open();
    await session.until('ready again', ({ connection }) => connection.status === 'ready');
    await session.until('the rest', () => session.said() === 'Thinking.Back.');
  });

  it('and that ends without another word is not unresponsive any more', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ ...quiet, clock });
    const gate = gateOf(profile);
    await session.send(`!say Thinking.\n${gate.shut}`);
    await session.until('it speaks', () => session.said() === 'Thinking.');
    clock.jump(6 * MINUTE);
    await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
    gate.open();
    const state = await session.ended();
    expect(state.connection.status).toBe('ready');
    await page.agents.until('nor its connection', ({ connections }) => connections[0]?.status === 'ready');
  });

  it('because it waits for the person is not silent', async () => {
    const clock = new JumpClock();
    const { session } = await engineWithSession({ clock });
    await session.send('!permission');
    await session.request('permission');
    clock.jump(60 * MINUTE);
    clock.jump(60 * MINUTE);
    expect(session.state.connection.status).toBe('ready');
  });

  it('AC-50: can be stopped and goes on in the same process', async () => {
    const clock = new JumpClock();
    const { session, page, profile } = await engineWithSession({ clock });
    await session.send('!say Thinking.\n!hang');
    await session.until('it speaks', () => session.said() === 'Thinking.');
    clock.jump(6 * MINUTE);
    await session.until('unresponsive', ({ connection }) => connection.status === 'unresponsive');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended();
    await session.ask('go on');
    expect(startsOf(profile.agent())).toBe(1);
    expect(session.state.connection.status).toBe('ready');
  });
});
