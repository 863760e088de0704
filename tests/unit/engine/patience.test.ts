import { signInNeed } from '@shared/acp/signInNeed';
import { describe, expect, it } from 'vitest';
import { answersTo, startsOf } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';

const HOURS = 3_600_000;

describe('what waits for a person', () => {
  it('is still there after 8 hours without a window, and nobody answered for them (AC-60)', async () => {
    const clock = new JumpClock();
    const { engine, page, profile, session } = await engineWithSession({ clock });
    engine.tell({ t: 'news', news: { type: 'windowFocus', focused: false } });
    const turnId = await session.send('!permission');
    const request = await session.request('permission');
    for (let hour = 0; hour < 8; hour += 1) clock.jump(HOURS);
    await page.call.sessions.look({ sessionId: null });
    expect(session.state.requests).toHaveLength(1);
    expect(session.state).toMatchObject({ turn: { status: 'running', turnId }, connection: { status: 'ready' } });
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([]);
    const [option] = request.options;
    await page.call.requests.answer({
      requestId: request.requestId,
      answer: { kind: 'permission', optionId: option?.optionId ?? '' },
      viaKeyboard: true,
    });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([
      { outcome: { outcome: 'selected', optionId: option?.optionId } },
    ]);
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('is a sign-in too: the prompt waits, and the agent is not called silent', async () => {
    const clock = new JumpClock();
    const { profile, session } = await engineWithSession({
      clock,
      agents: { fake: { config: { auth: true, authPrompt: true, authMethods: [{ id: 'login', name: 'Log in' }] } } },
    });
    const turnId = await session.send('Hello');
    await session.until('a sign-in is wanted', ({ attachError }) => signInNeed(attachError) !== null);
    for (let hour = 0; hour < 8; hour += 1) clock.jump(HOURS);
    expect(session.state).toMatchObject({ turn: { status: 'running', turnId }, connection: { status: 'ready' } });
    expect(startsOf(profile.agent())).toBe(1);
  });
});
