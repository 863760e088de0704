import { describe, expect, it } from 'vitest';
import { gateOf } from '../../support/engine/gate';
import { answersTo, methodsSent } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import { engineWithSession } from '../../support/engine/testEngine';

const METHOD = 'session/request_permission';

describe('a permission', () => {
  it.each(['allow-once', 'allow-always', 'reject-once', 'reject-always'])(
    'AC-20, AC-65 is answered by the agent’s own option, and a rejected tool says so: %s',
    async (optionId) => {
      const { session, page, profile } = await engineWithSession();
      const turnId = await session.send('!permission');
      const request = await session.request('permission');
      expect(request.options.map((option) => option.optionId)).toEqual([
        'allow-once',
        'allow-always',
        'reject-once',
        'reject-always',
      ]);
      const answered = await page.call.requests.answer({
        requestId: request.requestId,
        answer: { kind: 'permission', optionId },
        viaKeyboard: false,
      });
      expect(answered.ok).toBe(true);
      const state = await session.ended(turnId);
      expect(answersTo(profile.agent(), METHOD)).toEqual([{ outcome: { outcome: 'selected', optionId } }]);
      const rejected = optionId.startsWith('reject');
      // A rejected tool is reported as completed without output (AC-20); the turn's state follows its stop reason (AC-65).
      expect(session.items('toolCall')[0]?.status).toBe(rejected ? 'rejected' : 'completed');
      expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
      expect(state.requests).toEqual([]);
    },
  );

  it('AC-65: that is rejected stops nothing by itself: the turn goes on until its stop reason, which may be any', async () => {
    const { session, page, profile } = await engineWithSession();
    for (const [end, stopReason] of [
      ['!say On with it.', 'end_turn'],
      ['!stop refusal', 'refusal'],
      ['!stop cancelled', 'cancelled'],
    ] as const) {
      const gate = gateOf(profile, stopReason);
      const turnId = await session.send(`!permission\n${gate.shut}\n!say Still at work.\n${end}`);
      const { requestId } = await session.request('permission');
      const answer = { kind: 'permission' as const, optionId: 'reject-once' };
      await page.call.requests.answer({ requestId, answer, viaKeyboard: false });
      await session.until('it was settled', ({ requests }) => requests.length === 0);
      // Nothing says that it was stopped, and the agent was told of no stop.
      expect(session.state.turn).toMatchObject({ status: 'running', turnId });
      expect(session.items('notice').filter(({ turnId: of }) => of === turnId)).toEqual([]);
      expect(methodsSent(profile.agent())).not.toContain('session/cancel');
      gate.open();
      expect((await session.ended(turnId)).turn).toMatchObject({ outcome: { status: 'ended', stopReason } });
      expect(session.said()).toContain('Still at work.');
    }
  });

  it('AC-64: waits in the lists and in the count of the badge, and is gone from them once it is answered', async () => {
    const { session, page, engine } = await engineWithSession();
    await session.send('!permission');
    const request = await session.request('permission');
    const summary = await page.summaryUntil(session.sessionId, 'needs you', ({ status }) => status === 'needsYou');
    expect(summary.waiting).toMatchObject([{ requestId: request.requestId, kind: 'permission', toolKind: 'execute' }]);
    await engine.news.until('one waits', (news) => news.some((one) => one.type === 'counts' && one.waiting === 1));
    await page.call.requests.answer({
      requestId: request.requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: true,
    });
    // Within the guard time a key answers nothing, so it still waits.
    expect(session.state.requests).toHaveLength(1);
    await page.call.requests.answer({
      requestId: request.requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.ended();
    await page.summaryUntil(session.sessionId, 'nothing waits', ({ waiting }) => waiting.length === 0);
    await engine.news.until('none waits', (news) => {
      const last = news.findLast((one) => one.type === 'counts');
      return last?.type === 'counts' && last.waiting === 0 && last.running === 0;
    });
  });

  it('AC-63: is not answered by a key in its first half second, and is by one after it', async () => {
    const clock = new JumpClock();
    const { session, page } = await engineWithSession({ clock });
    await session.send('!permission');
    const { requestId } = await session.request('permission');
    const press = () =>
      page.call.requests.answer({
        requestId,
        answer: { kind: 'permission', optionId: 'allow-once' },
        viaKeyboard: true,
      });
    expect(await press()).toEqual({ ok: false, error: { code: 'request.tooSoon', guardMs: 500 } });
    clock.jump(500);
    expect((await press()).ok).toBe(true);
    await session.ended();
  });

  it('is answered once: what comes second is told that it is too late', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!permission');
    const { requestId } = await session.request('permission');
    const answer = (optionId: string) =>
      page.call.requests.answer({ requestId, answer: { kind: 'permission', optionId }, viaKeyboard: false });
    const [first, second] = await Promise.all([answer('reject-once'), answer('allow-once')]);
    expect(first.ok).toBe(true);
    expect(second).toEqual({ ok: false, error: { code: 'request.alreadySettled' } });
    await session.ended();
    expect(answersTo(profile.agent(), METHOD)).toEqual([{ outcome: { outcome: 'selected', optionId: 'reject-once' } }]);
  });

  it('takes no option that it does not offer, and no answer of another kind', async () => {
    const { session, page } = await engineWithSession();
    await session.send('!permission unknown-kind');
    const { requestId, options } = await session.request('permission');
    expect(options.at(-1)).toEqual({ optionId: 'maybe', name: 'Perhaps', kind: 'other' });
    const invented = await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'sudo' },
      viaKeyboard: false,
    });
    expect(invented).toMatchObject({ ok: false, error: { code: 'request.answerInvalid' } });
    const plan = await page.call.requests.answer({
      requestId,
      answer: { kind: 'plan', decision: 'accepted' },
      viaKeyboard: false,
    });
    expect(plan).toMatchObject({ ok: false, error: { code: 'request.answerInvalid' } });
    const closed = await page.call.requests.answer({ requestId, answer: { kind: 'cancelled' }, viaKeyboard: false });
    expect(closed.ok).toBe(true);
    await session.ended();
    expect(session.said()).toContain('{"outcome":{"outcome":"cancelled"}}');
  });

  it('that the agent takes back disappears and leaves a trace', async () => {
    const { session, page, profile } = await engineWithSession();
    const gate = gateOf(profile);
    await session.send(`!permission withdraw ${gate.file}`);
    const { requestId } = await session.request('permission');
    gate.open();
    await session.until('nothing waits', ({ requests }) => requests.length === 0);
    expect(session.items('request')[0]?.settlement).toMatchObject({ kind: 'withdrawn' });
    const late = await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    expect(late).toEqual({ ok: false, error: { code: 'request.alreadySettled' } });
    await session.ended();
    expect(session.said()).toContain('error -32800');
  });

  it('that comes before its tool call is shown and answered', async () => {
    const { session, page } = await engineWithSession();
    await session.send('!permission first');
    const { requestId } = await session.request('permission');
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.ended();
    expect(session.items('toolCall')[0]).toMatchObject({ status: 'completed', title: '`echo shell-ran > shell.txt`' });
  });

  it('AC-07 with several answers is a question, and its skip option skips', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!permission two');
    const asked = await session.request('question');
    expect(asked).toMatchObject({ via: 'permission', skipOptionId: '__ask_question_skip__' });
    expect(asked.questions[0]?.options.map(({ label }) => label)).toEqual(['Red', 'Blue']);
    await page.call.requests.answer({
      requestId: asked.requestId,
      answer: { kind: 'question', decision: 'skipped' },
      viaKeyboard: false,
    });
    await session.ended();
    const turnId = await session.send('!permission two');
    const again = await session.request('question');
    await page.call.requests.answer({
      requestId: again.requestId,
      answer: {
        kind: 'question',
        decision: 'answered',
        answers: [{ questionId: again.questions[0]!.id, selectedOptionIds: ['answer-blue'] }],
      },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), METHOD)).toEqual([
      { outcome: { outcome: 'selected', optionId: '__ask_question_skip__' } },
      { outcome: { outcome: 'selected', optionId: 'answer-blue' } },
    ]);
  });

  it('stays for as long as the person needs, whatever the time and whoever looks', async () => {
    const clock = new JumpClock();
    const { session, page, engine, profile } = await engineWithSession({ clock });
    await session.send('!permission');
    const { requestId } = await session.request('permission');
    session.close();
    clock.jump(8 * 3600_000);
    const reloaded = await engine.openPage().session(session.sessionId);
    expect(reloaded.state.requests).toHaveLength(1);
    expect(reloaded.state.connection.status).toBe('ready');
    expect(answersTo(profile.agent(), METHOD)).toEqual([]);
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: true,
    });
    await reloaded.ended();
    expect(reloaded.said()).toContain('"optionId":"allow-once"');
  });

  it('of background work is shown and answered the same', async () => {
    const { session, page } = await engineWithSession();
    await session.ask('!later 30 !permission');
    const { requestId } = await session.request('permission');
    expect(session.state.turn).toMatchObject({ kind: 'agent' });
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.until('the tool is done', ({ items }) =>
      items.some((item) => item.kind === 'toolCall' && item.status === 'completed'),
    );
  });
});
