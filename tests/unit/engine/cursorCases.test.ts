import { describe, expect, it } from 'vitest';
import { gateOf } from '../../support/engine/gate';
import { answersTo, methodsSent, sentTo, startsOf } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

// Cases of section A that need the whole engine and have no other place (the others stand with what they are about).

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config } },
});

describe('AC-04 a plan or a question that is open when its agent or the app goes', () => {
  it.each(['plan', 'question'] as const)('is never taken for an answer when the agent dies: %s', async (kind) => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const turnId = await session.send(`!${kind}`);
    const { requestId } = await session.request(kind);
    process.kill(page.agents.current.connections.find(({ status }) => status === 'ready')?.pid ?? NaN, 'SIGKILL');
    await session.ended(turnId);
    expect(session.items('request')[0]?.settlement).toMatchObject({ kind: 'expired' });
    const late = await page.call.requests.answer({ requestId, answer: { kind: 'cancelled' }, viaKeyboard: false });
    expect(late).toMatchObject({ ok: false });
    expect(answersTo(profile.agent(), kind === 'plan' ? 'cursor/create_plan' : 'cursor/ask_question')).toEqual([]);
  });

  it.each(['plan', 'question'] as const)('is answered cancelled or not at all when the app quits: %s', async (kind) => {
    const { session, engine, profile } = await engineWithSession(cursorAgent());
    await session.send(`!${kind}`);
    await session.request(kind);
    await engine.shutdown();
    const answers = answersTo(profile.agent(), kind === 'plan' ? 'cursor/create_plan' : 'cursor/ask_question');
    for (const answer of answers) expect(answer).toEqual({ outcome: { outcome: 'cancelled' } });
    const again = await (await profile.start()).page.session(session.sessionId);
    expect(again.state.requests).toEqual([]);
    expect(again.items('request')[0]?.request.kind).toBe(kind);
    expect(again.items('request')[0]?.settlement?.kind).not.toBe('answered');
  });
});

describe('AC-08 a question that is asked in plain text', () => {
  it('leaves the session idle, with nothing that waits', async () => {
    const { session, page } = await engineWithSession(cursorAgent());
    await session.ask('!say Which colour do you want, red or blue?');
    expect(session.state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
    expect(session.state.requests).toEqual([]);
    await page.summaryUntil(session.sessionId, 'at rest', ({ status, waiting }) => {
      return waiting.length === 0 && (status === 'done' || status === 'idle');
    });
    await session.ask('Red.');
    expect(session.said()).toContain('Echo: Red.');
  });
});

describe('AC-13 a stop', () => {
  it('is a notification: the line has no id, and the turn ends as stopped', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const turnId = await session.send('!say working\n!hang');
    await session.until('it works', () => session.said().includes('working'));
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended(turnId);
    const stops = profile
      .agent()
      .log()
      .flatMap((entry) => (entry.in?.method === 'session/cancel' ? [entry.in] : []));
    expect(stops).toHaveLength(1);
    expect('id' in (stops[0] ?? {})).toBe(false);
    expect(session.state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
  });
});

describe('a second prompt in a busy session', () => {
  it('is never sent: Cursor would end the first with it', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const gate = gateOf(profile);
    const turnId = await session.send(`${gate.shut}\n!say done`);
    const { sessionId } = session;
    const refused = await page.call.sessions.prompt({ sessionId, content: [{ type: 'text', text: 'second' }] });
    expect(refused).toMatchObject({ ok: false, error: { code: 'session.busy' } });
    gate.open();
    await session.ended(turnId);
    expect(session.said()).toBe('done');
    expect(sentTo(profile.agent(), 'session/prompt')).toHaveLength(1);
  });
});

describe('AC-22 Cursor that is killed in a turn', () => {
  it('is loaded again by the next prompt; its replay with other ids adds no row', async () => {
    const { session, profile } = await engineWithSession(
      cursorAgent({ sessions: 'load', replayIds: 'changed', agentInfo: null }),
    );
    await session.ask('!tool read\n!say one');
    const { turn } = await session.ask('!say half of it\n!crash SIGKILL');
    expect(turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.exited', signal: 'SIGKILL' } } });
    expect(session.items('notice').map(({ notice }) => notice.code)).toEqual(['turn.failed']);
    const before = session.state.items;
    await session.ask('go on');
    expect(session.state.items.slice(0, before.length)).toEqual(before);
    expect(session.items('toolCall')).toHaveLength(1);
    expect(session.said()).toContain('Echo: go on');
    expect(startsOf(profile.agent())).toBe(2);
    expect(methodsSent(profile.agent()).filter((method) => /load|new$/.test(method))).toEqual([
      'session/new',
      'session/load',
    ]);
  });

  it('while the app itself goes: the turn is interrupted, and says what may be lost', async () => {
    const { session, profile, engine } = await engineWithSession(
      cursorAgent({ sessions: 'load', replayIds: 'changed' }),
    );
    await session.send('!say half of it\n!hang');
    await session.until('it works', () => session.said().includes('half'));
    await engine.shutdown();
    const again = await (await profile.start()).page.session(session.sessionId);
    expect(again.state.turn).toMatchObject({ outcome: { status: 'interrupted' } });
    expect(again.items('notice').map(({ notice }) => notice.code)).toEqual(['turn.interrupted']);
    const before = again.state.items;
    await again.ask('go on');
    expect(again.state.items.slice(0, before.length)).toEqual(before);
    expect(again.said()).toContain('Echo: go on');
  });
});

describe('AC-23 a load that replays nothing', () => {
  it('keeps the transcript that is on screen', async () => {
    const { session } = await engineWithSession(cursorAgent({ sessions: 'load', replay: 'none' }));
    await session.ask('!tool read\n!say one');
    await session.ask('!crash');
    const before = session.state.items;
    await session.ask('two');
    expect(session.state.items.slice(0, before.length)).toEqual(before);
    expect(session.said()).toContain('Echo: two');
    expect(session.items('notice').map(({ notice }) => notice.code)).not.toContain('session.historyRebuilt');
  });
});
