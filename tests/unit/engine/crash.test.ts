import { describe, expect, it } from 'vitest';
import { isAlive, eventually } from '../../agents/processHelpers';
import { methodsSent, startsOf } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';
import { timed } from '../../support/withinTime';

describe('an agent that dies in a turn', () => {
  it('AC-51: fails the turn within a second, with its exit code and its last words', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!say Half of\n!openTool\n!together permission & wait 60000');
    const { requestId } = await session.request('permission');
    const { pid } = profile.agent().log()[0]!;
    const { took, allowed } = await timed(1000, () => {
      process.kill(pid, 'SIGKILL');
      return session.ended();
    });
    expect(took).toBeLessThan(allowed);
    const { state } = session;
    expect(state.turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.exited', exitCode: null, signal: 'SIGKILL' } },
    });
    expect(state.connection).toMatchObject({ status: 'exited', signal: 'SIGKILL' });
    expect(state.atAgent).toBe('detached');
    expect(session.said()).toBe('Half of');
    expect(session.items('toolCall').map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(session.items('request')[0]?.settlement?.kind).toBe('expired');
    const late = await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    expect(late).toEqual({ ok: false, error: { code: 'request.alreadySettled' } });
    await page.summaryUntil(
      session.sessionId,
      'failed and not live',
      ({ status, live }) => status === 'failed' && !live,
    );
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('AC-51: tells what it wrote to stderr, and the next prompt goes on in the same session', async () => {
    const { session, profile } = await engineWithSession();
    const crashed = await session.ask('!say Working.\n!crash 3');
    expect(crashed.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.exited', exitCode: 3 } } });
    const { turn } = crashed;
    const error = turn.status === 'done' && turn.outcome.status === 'failed' ? turn.outcome.error : null;
    expect(error).toMatchObject({ stderrTail: expect.stringContaining('something went badly wrong') });
    const rows = session.state.items.length;
    await session.ask('go on');
    expect(session.said()).toBe('Working.\nEcho: go on');
    // The prompt and its answer, and no row of what was there before.
    expect(session.state.items).toHaveLength(rows + 2);
    expect(methodsSent(profile.agent()).slice(3)).toEqual(['initialize', 'session/resume', 'session/prompt']);
  });

  it('AC-53: that only closes its output has failed the turn too, and is ended', async () => {
    const { session, profile } = await engineWithSession();
    const state = await session.ask('!eof');
    expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.outputEnded' } } });
    const { pid } = profile.agent().log()[0]!;
    await eventually('it is gone', () => !isAlive(pid));
  });

  it('AC-53: that ends with exit code 0 before it answered has failed the turn all the same', async () => {
    const { session } = await engineWithSession();
    const state = await session.ask('!say All is well.\n!crash 0');
    expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.exited', exitCode: 0 } } });
    expect(session.said()).toBe('All is well.');
  });

  it('takes only its own sessions with it', async () => {
    const { session, engine, projectId } = await engineWithSession({ agents: { fake: { adapter: 'cursor' } } });
    const other = await engine.newSession(projectId);
    await session.ask('one');
    const second = await engine.newSession(projectId);
    expect(other.sessionId).toBe(session.sessionId);
    const turnId = await second.send('!hang');
    await second.until('attached', ({ atAgent }) => atAgent === 'attached');
    await session.ask('!crash');
    expect(second.state.turn).toMatchObject({ status: 'running', turnId });
    await second.until('still attached', ({ atAgent }) => atAgent === 'attached');
  });

  it('between turns detaches its sessions and fails nothing', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.ask('Hello');
    const { pid } = profile.agent().log()[0]!;
    process.kill(pid, 'SIGKILL');
    const state = await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect(state.turn).toMatchObject({ outcome: { status: 'ended' } });
    expect(session.items('notice')).toEqual([]);
    await page.summaryUntil(session.sessionId, 'not live', ({ live }) => !live);
    await session.ask('again');
    expect(session.said()).toBe('Echo: Hello\nEcho: again');
  });
});

describe('an agent that does not start', () => {
  it('that exits at once fails the turn with its exit code and its words', async () => {
    const config = { exitAtStart: { code: 4 }, stderr: ['no licence'] };
    const { session, page } = await engineWithSession({ agents: { fake: { config } } });
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({
      outcome: {
        status: 'failed',
        error: { code: 'agent.exited', exitCode: 4, stderrTail: expect.stringContaining('no licence') },
      },
    });
    expect(state).toMatchObject({ atAgent: 'new', attachError: { code: 'agent.exited' } });
    await page.agents.until('its error is on the list', ({ agents }) =>
      agents.some(({ config: { id }, lastError }) => id === 'fake' && lastError?.code === 'agent.exited'),
    );
  });

  it('that does not answer initialize is given up after the time that the settings say, and ended', async () => {
    const clock = new JumpClock();
    const { session, profile } = await engineWithSession({
      clock,
      agents: { fake: { config: { initialize: 'hang' } } },
      settings: { durations: { startSeconds: 60 } },
    });
    const turnId = await session.send('Hello');
    await eventually('it is asked', () => methodsSent(profile.agent()).includes('initialize'));
    clock.jump(60_000);
    const state = await session.ended(turnId);
    expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.startTimeout' } } });
    const { pid } = profile.agent().log()[0]!;
    expect(isAlive(pid)).toBe(false);
  });

  it('whose program is not there says where it was looked for, and works once it is', async () => {
    const { session, engine, page } = await engineWithSession();
    await page.call.agents.save({
      agent: { ...engine.profile.settingsOf('fake'), command: 'no-such-agent' },
      acceptPlain: false,
    });
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.notFound', command: 'no-such-agent' } },
    });
    await engine.reconfigure('fake', {});
    await session.ask('Hello again');
    expect(session.said()).toBe('Echo: Hello again');
  });

  it('that speaks another version of the protocol is told so', async () => {
    const { session } = await engineWithSession({ agents: { fake: { config: { protocolVersion: 7 } } } });
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.protocolUnsupported', version: 7 } },
    });
  });

  it('that refuses a new session fails the turn, and the next prompt tries again', async () => {
    const config = { newError: -32603, newErrorOnce: true };
    const { session, profile } = await engineWithSession({ agents: { fake: { config } } });
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({
      outcome: { status: 'failed', error: { code: 'agent.refused', method: 'session/new' } },
    });
    expect(state.atAgent).toBe('new');
    await session.ask('Hello again');
    expect(session.said()).toBe('Echo: Hello again');
    expect(startsOf(profile.agent())).toBe(1);
  });
});
