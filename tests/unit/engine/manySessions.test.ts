import { describe, expect, it } from 'vitest';
import { plainText } from '@shared/acp/content';
import { gateOf } from '../../support/engine/gate';
import { answersTo, startsOf } from '../../support/engine/agentLog';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';

/** Four sessions that are each told apart by their number. */
async function four(engine: TestEngine, projectId: string, first: SessionView): Promise<SessionView[]> {
  const sessions = [first];
  await first.ask('I am 0');
  for (const number of [1, 2, 3]) {
    const session = await engine.newSession(projectId);
    await session.ask(`I am ${number}`);
    sessions.push(session);
  }
  return sessions;
}

describe.each([
  ['one process', 'generic' as const, 1],
  ['processes of their own', 'cursor' as const, 4],
])('AC-84: four sessions in %s', (_where, adapter, processes) => {
  it('stream at once and hear nothing of each other', async () => {
    const { session, engine, projectId, profile } = await engineWithSession({ agents: { fake: { adapter } } });
    const sessions = await four(engine, projectId, session);
    expect(startsOf(profile.agent())).toBe(processes);
    const chunks = (number: number): string => Array.from({ length: 60 }, () => `${number}`).join('');
    const turns = await Promise.all(
      sessions.map((one, number) =>
        one.send(Array.from({ length: 60 }, () => `!say ${number}`).join('\n') + '\n!tool read\n!say end'),
      ),
    );
    await Promise.all(sessions.map((one, number) => one.ended(turns[number])));
    for (const [number, one] of sessions.entries()) {
      expect(one.said()).toBe(`Echo: I am ${number}\n${chunks(number)}\nend`);
      expect(one.items('toolCall')).toHaveLength(1);
    }
  });

  it('ask at once and are answered each by itself', async () => {
    const { session, engine, page, projectId, profile } = await engineWithSession({ agents: { fake: { adapter } } });
    const sessions = await four(engine, projectId, session);
    const turns = await Promise.all(sessions.map((one) => one.send('!permission')));
    const requests = await Promise.all(sessions.map((one) => one.request('permission')));
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(4);
    await page.list.until('four wait', (list) => list.sessions.every(({ waiting }) => waiting.length === 1));
    for (const [number, { requestId }] of requests.entries()) {
      const optionId = number % 2 === 0 ? 'allow-once' : 'reject-once';
      await page.call.requests.answer({ requestId, answer: { kind: 'permission', optionId }, viaKeyboard: false });
    }
    await Promise.all(sessions.map((one, number) => one.ended(turns[number])));
    for (const [number, one] of sessions.entries()) {
      expect(one.items('toolCall')[0]?.status).toBe(number % 2 === 0 ? 'completed' : 'rejected');
    }
    expect(answersTo(profile.agent(), 'session/request_permission')).toHaveLength(4);
  });

  it('wait for their own answers, whatever becomes of another’s', async () => {
    const { session, engine, page, projectId } = await engineWithSession({ agents: { fake: { adapter } } });
    const [one, two, three] = await four(engine, projectId, session);
    const turns = await Promise.all([one!, two!, three!].map((each) => each.send('!permission\n!say On.')));
    const [, second] = await Promise.all([one!, two!, three!].map((each) => each.request('permission')));
    await page.call.sessions.cancel({ sessionId: one!.sessionId });
    expect((await one!.ended(turns[0])).turn).toMatchObject({ outcome: { stopReason: 'cancelled' } });
    await page.call.requests.answer({
      requestId: second!.requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    expect((await two!.ended(turns[1])).turn).toMatchObject({ outcome: { stopReason: 'end_turn' } });
    expect(two!.said()).toContain('On.');
    expect(three!.state).toMatchObject({ turn: { status: 'running' }, requests: [{ kind: 'permission' }] });
    expect(one!.said()).not.toContain('On.');
  });
});

describe('sessions of one process', () => {
  it('keep apart what comes interleaved', async () => {
    const { session, engine, projectId } = await engineWithSession();
    const sessions = await four(engine, projectId, session);
    const ids = sessions.map((one) => one.state.acpSessionId!);
    await session.ask('!interleave 50');
    for (const [number, one] of sessions.entries()) {
      await one.until('all of it', () => one.said().includes('#49'));
      const told = one.items('message').at(-1)!.content.map(plainText).join('');
      expect(told).toBe(Array.from({ length: 50 }, (_, index) => `${ids[number]}#${index} `).join(''));
    }
  });

  it('go on while one of them is stopped', async () => {
    const { session, engine, page, projectId, profile } = await engineWithSession();
    const gate = gateOf(profile);
    const [one, two] = await four(engine, projectId, session);
    await one!.send('!hang');
    const turnId = await two!.send(`${gate.shut}\n!say Not stopped.`);
    await page.call.sessions.cancel({ sessionId: one!.sessionId });
    await one!.ended();
    gate.open();
    await two!.ended(turnId);
    expect(two!.said()).toContain('Not stopped.');
    expect(two!.state.turn).toMatchObject({ outcome: { stopReason: 'end_turn' } });
  });

  it('of different projects have processes of their own, each in its folder', async () => {
    const { session, engine, profile } = await engineWithSession();
    const other = await engine.addProject('other');
    const second = await engine.newSession(other.projectId);
    await Promise.all([session.ask('!cwd'), second.ask('!cwd')]);
    expect(startsOf(profile.agent())).toBe(2);
    expect(second.said().trim()).toBe(other.path);
    expect(session.said().trim()).toBe(profile.projectFolder());
  });

  it('that start at the same time share one start', async () => {
    const { session, engine, page, projectId, profile } = await engineWithSession({
      agents: { fake: { config: { startDelayMs: 100 } } },
    });
    await page.call.sessions.rename({ sessionId: session.sessionId, title: 'one' });
    const turnId = await session.send('first');
    const second = await engine.newSession(projectId);
    await Promise.all([session.ended(turnId), second.ask('second')]);
    expect(startsOf(profile.agent())).toBe(1);
    expect([session.said(), second.said()]).toEqual(['Echo: first', 'Echo: second']);
  });
});

describe('processes of one program that must not start at once', () => {
  it('start one after the other, each once the one before it has answered', async () => {
    const { session, engine, page, profile } = await engineWithSession({
      agents: { fake: { adapter: 'cursor', config: { startDelayMs: 100 } } },
    });
    const sessions = [session.sessionId];
    for (const title of ['one', 'two']) {
      const folder = await engine.addProject(title);
      sessions.push((await engine.newSession(folder.projectId)).sessionId);
    }
    const tested = page.call.agents.test({ agent: profile.settingsOf('fake') });
    const attached = await Promise.all(sessions.map((sessionId) => page.call.sessions.attach({ sessionId })));
    expect([...attached, await tested].every(({ ok }) => ok)).toBe(true);
    const order = profile
      .agent()
      .log()
      .flatMap(({ event, in: sent }) =>
        event === 'start' ? ['start'] : sent?.method === 'initialize' ? ['answered'] : [],
      );
    expect(order).toEqual(Array.from({ length: 4 }, () => ['start', 'answered']).flat());
  });

  it('that wait for their turn at a quit do not start any more', async () => {
    const { session, engine, page, profile } = await engineWithSession({
      agents: { fake: { adapter: 'cursor', config: { initialize: 'hang' } } },
    });
    const other = await engine.newSession((await engine.addProject('other')).projectId);
    const attached = [session, other].map(({ sessionId }) => page.call.sessions.attach({ sessionId }));
    await session.until('the first starts', ({ connection }) => connection.status === 'starting');
    await engine.shutdown();
    expect((await Promise.all(attached)).map(({ ok }) => ok)).toEqual([false, false]);
    expect(startsOf(profile.agent())).toBe(1);
  });
});

describe('a request without a session', () => {
  it('AC-05 goes to the session that holds its tool call', async () => {
    const { session, engine, projectId } = await engineWithSession();
    const [one, two] = await four(engine, projectId, session);
    await one!.send('!hang');
    await two!.send('!question');
    const request = await two!.request('question');
    expect(request.toolCallId).toBeDefined();
    expect(one!.state.requests).toEqual([]);
  });

  it('AC-05 goes to the only running session where its tool call is unknown', async () => {
    const { session, engine, projectId } = await engineWithSession();
    const [one, two] = await four(engine, projectId, session);
    await two!.send('!question stray');
    expect(await two!.request('question')).toMatchObject({ toolCallId: 'call_never_seen' });
    expect(one!.state.requests).toEqual([]);
  });

  it('AC-05 is shown at the agent where two may be meant, and answered there', async () => {
    const { session, engine, page, projectId, profile } = await engineWithSession();
    const [one, two] = await four(engine, projectId, session);
    await one!.send('!hang');
    const turnId = await two!.send('!question stray');
    const [unrouted] = (await page.list.until('it is shown', (list) => list.unrouted.length === 1)).unrouted;
    expect(unrouted).toMatchObject({ agentId: 'fake', request: { kind: 'question' } });
    await engine.news.until('it counts', (news) => news.some((told) => told.type === 'counts' && told.waiting === 1));
    const { requestId } = unrouted!.request;
    const wrong = await page.call.requests.answer({
      requestId,
      answer: { kind: 'plan', decision: 'accepted' },
      viaKeyboard: false,
    });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'request.answerInvalid' } });
    const answers = [{ questionId: 'colour', selectedOptionIds: ['blue'] }];
    const answered = await page.call.requests.answer({
      requestId,
      answer: { kind: 'question', decision: 'answered', answers },
      viaKeyboard: false,
    });
    expect(answered.ok).toBe(true);
    await two!.ended(turnId);
    expect(page.list.current.unrouted).toEqual([]);
    expect(answersTo(profile.agent(), 'cursor/ask_question')).toEqual([{ outcome: { outcome: 'answered', answers } }]);
  });

  it('that only tells something is told in the session that worked last', async () => {
    const { session, engine, projectId } = await engineWithSession();
    const [one, two] = await four(engine, projectId, session);
    await one!.send('!hang');
    await one!.until('it runs', ({ turn }) => turn.status === 'running');
    await two!.ask('!todos stray');
    expect(two!.state.todos).toHaveLength(3);
    expect(one!.state.todos).toEqual([]);
  });

  it('is gone from there when its agent is', async () => {
    const { session, engine, page, projectId, profile } = await engineWithSession();
    const [one, two] = await four(engine, projectId, session);
    await one!.send('!hang');
    await two!.send('!question stray');
    await page.list.until('it is shown', (list) => list.unrouted.length === 1);
    process.kill(profile.agent().log()[0]!.pid, 'SIGKILL');
    const list = await page.list.until('it is gone', ({ unrouted }) => unrouted.length === 0);
    expect(list.sessions.every(({ waiting }) => waiting.length === 0)).toBe(true);
  });
});
