import { describe, expect, it } from 'vitest';
import { answersTo, methodsSent, sentTo, startsOf } from '../../support/engine/agentLog';
import { gateOf } from '../../support/engine/gate';
import { engineWithSession } from '../../support/engine/testEngine';

describe('a stop', () => {
  it('AC-59: is one notification, and answers all that the agent waits for as cancelled', async () => {
    const { session, page, profile } = await engineWithSession();
    const turnId = await session.send('!together permission & permission & form');
    await session.until('three requests', ({ requests }) => requests.length === 3);
    const [open] = session.state.requests;
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    const state = await session.ended(turnId);
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    expect(state.requests).toEqual([]);
    expect(session.items('request').map(({ settlement }) => settlement?.kind)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    const cancels = profile
      .agent()
      .log()
      .filter((entry) => entry.in?.method === 'session/cancel');
    expect(cancels).toHaveLength(1);
    expect(cancels[0]?.in).not.toHaveProperty('id');
    const late = await page.call.requests.answer({
      requestId: open!.requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    expect(late).toEqual({ ok: false, error: { code: 'request.alreadySettled' } });
    // The next prompt goes to the same session, and its log holds what was answered before.
    await session.ask('go on');
    const cancelled = { outcome: { outcome: 'cancelled' } };
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([cancelled, cancelled]);
    expect(answersTo(profile.agent(), 'elicitation/create')).toEqual([{ action: 'cancel' }]);
  });

  it('AC-66: keeps process and session, and is told as the person’s own doing', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!stream 10 0\n!openTool\n!hang');
    await session.until('the tool', ({ items }) => items.some((item) => item.kind === 'toolCall'));
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    const state = await session.ended();
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    expect(session.items('toolCall')[0]?.status).toBe('cancelled');
    expect(session.items('notice').map(({ notice }) => notice.code)).toEqual(['turn.cancelled']);
    await session.ask('next');
    expect(startsOf(profile.agent())).toBe(1);
    const [first, second] = sentTo(profile.agent(), 'session/prompt');
    expect(second?.['sessionId']).toBe(first?.['sessionId']);
    const summary = page.summary(session.sessionId);
    expect(summary?.atAgent).toBe('attached');
  });

  it('before the agent has heard of the turn ends it at once, and nothing is sent', async () => {
    const { session, page, profile, engine } = await engineWithSession();
    const gate = gateOf(profile);
    await engine.reconfigure('fake', { newUntil: gate.file });
    const turnId = await session.send('Too late');
    await session.until('the agent is ready', ({ connection }) => connection.status === 'ready');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    const state = await session.ended(turnId);
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    gate.open();
    await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    await session.ask('Now');
    expect(methodsSent(profile.agent())).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(session.said()).toBe('Echo: Now');
  });

  it('that is forced without a stop before it is the person’s own doing too', async () => {
    const { session, page } = await engineWithSession();
    await session.send('!openTool\n!hang deaf');
    await session.until('the tool', ({ items }) => items.some((item) => item.kind === 'toolCall'));
    await page.call.sessions.forceStop({ sessionId: session.sessionId });
    const state = await session.ended();
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
  });

  it('AC-67: that is forced on a shared process names the other sessions that it ends', async () => {
    const { session, page, engine, projectId } = await engineWithSession();
    await session.send('!hang deaf');
    await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    const other = await engine.newSession(projectId);
    await other.ask('I am here');
    const forced = await page.call.sessions.forceStop({ sessionId: session.sessionId });
    expect(forced).toEqual({ ok: true, value: { alsoEnded: [other.sessionId] } });
    await other.until('detached', ({ atAgent }) => atAgent === 'detached');
    await session.ended();
    expect(other.state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
  });

  it('AC-66: of a turn that is told as cancelled by an error is a stop all the same', async () => {
    const { session } = await engineWithSession();
    const state = await session.ask('!error -32800 Request cancelled');
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
  });
});
