import { describe, expect, it } from 'vitest';
import { gateOf } from '../../support/engine/gate';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';

describe('what a person is told of', () => {
  it('AC-64: is a request of a session while no window has the focus', async () => {
    const { session, engine } = await engineWithSession();
    await session.send('!permission');
    const told = await engine.news.find('a notification', (news) => news.find((one) => one.type === 'notify'));
    expect(told).toMatchObject({
      kind: 'request',
      what: 'permission',
      sessionId: session.sessionId,
      projectName: 'project',
      label: '`echo shell-ran > shell.txt`',
    });
  });

  it('AC-64: is a request of a session behind the one on screen in a focused window, and none of that one', async () => {
    const { session, engine, page, projectId } = await engineWithSession();
    engine.tell({ t: 'news', news: { type: 'windowFocus', focused: true } });
    await page.call.sessions.rename({ sessionId: session.sessionId, title: 'On screen' });
    await page.call.sessions.look({ sessionId: session.sessionId });
    const told = () => engine.news.current.flatMap((one) => (one.type === 'notify' ? [one] : []));
    await session.send('!together permission & question');
    await session.until('two requests', ({ requests }) => requests.length === 2);
    expect(told()).toEqual([]);
    const hidden = await engine.newSession(projectId);
    await hidden.send('!together permission & question');
    await hidden.until('two requests', ({ requests }) => requests.length === 2);
    await engine.news.until('both are told', () => told().length === 2);
    expect(told()).toMatchObject([
      { kind: 'request', what: 'permission', sessionId: hidden.sessionId },
      { kind: 'request', what: 'question', sessionId: hidden.sessionId },
    ]);
  });

  it('AC-95: is no end of a turn while a window has the focus, whatever it shows', async () => {
    const clock = new JumpClock();
    const { session, engine, page, profile } = await engineWithSession({ clock });
    const gate = gateOf(profile);
    engine.tell({ t: 'news', news: { type: 'windowFocus', focused: true } });
    await page.call.sessions.look({ sessionId: null });
    await session.send(`!say Long.\n${gate.shut}`);
    await session.until('it speaks', () => session.said().includes('Long.'));
    clock.jump(11_000);
    gate.open();
    await session.ended();
    expect(engine.news.current.some(({ type }) => type === 'notify')).toBe(false);
  });

  it('AC-95: is the end of a turn that took longer than ten seconds, and of no shorter one', async () => {
    const clock = new JumpClock();
    const { session, engine, profile } = await engineWithSession({ clock });
    const gate = gateOf(profile);
    await session.ask('short');
    expect(engine.news.current.some(({ type }) => type === 'notify')).toBe(false);
    await session.send(`!say Long.\n${gate.shut}`);
    await session.until('it speaks', () => session.said().includes('Long.'));
    clock.jump(11_000);
    gate.open();
    await session.ended();
    const told = await engine.news.find('a notification', (news) => news.find((one) => one.type === 'notify'));
    expect(told).toMatchObject({ kind: 'turn', what: 'ended', sessionTitle: 'short' });
  });

  it('is a sign-in that a message waits for, once for each time that it was refused', async () => {
    const { session, engine, page } = await engineWithSession({ agents: { fake: { config: { auth: true } } } });
    const told = () => engine.news.current.filter((one) => one.type === 'notify');
    const turnId = await session.send('Mend the kettle');
    const [first] = await engine.news.find('a notification', () => (told().length > 0 ? told() : undefined));
    expect(first).toMatchObject({
      kind: 'request',
      what: 'signIn',
      sessionId: session.sessionId,
      sessionTitle: 'Mend the kettle',
      label: 'Authentication required',
    });
    const refusal = session.state.attachError;
    await page.call.signIn.again({ sessionId: session.sessionId });
    await session.until('it is refused again', ({ attachError }) => attachError !== null && attachError !== refusal);
    await engine.news.until('another', () => told().length === 2);
    // Nothing more is told of the same refusal, whatever else happens in the session.
    await page.call.signIn.giveUp({ sessionId: session.sessionId });
    await session.ended(turnId);
    expect(told()).toHaveLength(2);
  });

  it('is no sign-in that nothing waits for', async () => {
    const { session, engine, page } = await engineWithSession({ agents: { fake: { config: { auth: true } } } });
    await page.call.sessions.attach({ sessionId: session.sessionId });
    await session.until('it is refused', ({ attachError }) => attachError !== null);
    expect(engine.news.current.some(({ type }) => type === 'notify')).toBe(false);
  });

  it('AC-77: is not the end of a turn after which the queue goes on, but that of the last one', async () => {
    const clock = new JumpClock();
    const { session, engine } = await engineWithSession({ clock });
    const ends = () => engine.news.current.filter((one) => one.type === 'notify' && one.kind === 'turn');
    const allow = async (): Promise<void> => {
      const { requestId } = await session.request('permission');
      clock.jump(11_000);
      const answer = { kind: 'permission' as const, optionId: 'allow-once' };
      await engine.page.call.requests.answer({ requestId, answer, viaKeyboard: false });
      await session.until('it is answered', ({ requests }) => requests.every((one) => one.requestId !== requestId));
    };
    await session.send('!permission');
    await session.request('permission');
    await session.queue('!say Last.\n!permission');
    await allow();
    await session.until('the next one speaks', () => session.said().includes('Last.'));
    expect(ends()).toEqual([]);
    await allow();
    await engine.news.until('the end is told', () => ends().length === 1);
  });

  it('AC-95: is nothing of a kind that the settings turn off', async () => {
    const { session, engine } = await engineWithSession({
      settings: { notifications: { requests: false, turns: false } },
    });
    await session.send('!permission');
    await session.request('permission');
    expect(engine.news.current.some(({ type }) => type === 'notify')).toBe(false);
  });
});

describe('a session that has something new', () => {
  it('is unread until it is looked at', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    await session.ask('one');
    await page.summaryUntil(sessionId, 'unread', ({ unread, status }) => unread && status === 'done');
    await page.call.sessions.look({ sessionId });
    await page.summaryUntil(sessionId, 'read', ({ unread, status }) => !unread && status === 'idle');
    await session.ask('two');
    await page.summaryUntil(sessionId, 'still read', ({ unread, status }) => !unread && status === 'idle');
    await page.call.sessions.mark({ sessionIds: [sessionId], unread: true });
    const again = await page.summaryUntil(sessionId, 'unread again', ({ unread }) => unread);
    expect(again.status).toBe('done');
  });

  it('is not new because the person stopped it', async () => {
    const { session, page } = await engineWithSession();
    await session.send('!hang');
    await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended();
    const summary = await page.summaryUntil(session.sessionId, 'at rest', ({ status }) => status === 'idle');
    expect(summary.unread).toBe(false);
  });
});
