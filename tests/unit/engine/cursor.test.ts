import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../support/engine/sessionView';
import { answersTo, methodsSent, sentTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';
import type { FakeAgentRun } from '../../agents/fakeAgentRun';

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config } },
});
/** As Cursor starts a session in plan mode. */
const inPlanMode = async (session: SessionView): Promise<void> => {
  await session.ask('!mode plan');
  expect(session.state.options.modes?.currentModeId).toBe('plan');
};
/** The methods that the agent was sent after its first prompt was answered. */
const afterPrompts = (run: FakeAgentRun, prompts: number): string[] => {
  const methods = methodsSent(run);
  const at = methods.flatMap((method, index) => (method === 'session/prompt' ? [index] : []))[prompts - 1] ?? 0;
  return methods.slice(at + 1);
};

describe('a plan', () => {
  it('that comes while the person said nothing, and is accepted, is carried out as well', async () => {
    const { session, page } = await engineWithSession(cursorAgent());
    await inPlanMode(session);
    await session.ask('!later 50 !plan stray');
    const { requestId } = await session.request('plan');
    await page.call.requests.answer({ requestId, answer: { kind: 'plan', decision: 'accepted' }, viaKeyboard: false });
    await session.until('it is sent on its way', ({ items }) => {
      const said = items.flatMap((item) => (item.kind === 'message' && item.role === 'user' ? [item] : []));
      return JSON.stringify(said).includes('Go ahead and carry out the plan.');
    });
    expect(session.state.options.modes?.currentModeId).toBe('agent');
  });

  it('AC-01 is shown whole and, once accepted, sent on its way: nested outcome, agent mode, exactly one new prompt', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    await inPlanMode(session);
    const turnId = await session.send('!plan');
    const request = await session.request('plan');
    expect(request.plan).toMatchObject({ name: 'Refactor the tabs', todos: [{ id: 'one' }] });
    expect(request.plan.markdown).toContain('# Refactor the tabs');
    expect(request.plan.phases).not.toEqual([]);
    const { requestId } = request;
    const accepted = await page.call.requests.answer({
      requestId,
      answer: { kind: 'plan', decision: 'accepted' },
      viaKeyboard: false,
    });
    expect(accepted.ok).toBe(true);
    await session.ended(turnId);
    const next = await session.until(
      'the plan is carried out',
      ({ turn }) => turn.status === 'done' && turn.turnId !== turnId,
    );
    expect(next.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
    const [asked] = profile
      .agent()
      .log()
      .filter((entry) => entry.asked?.method === 'cursor/create_plan');
    expect(asked?.asked?.id).toBe(0);
    expect(answersTo(profile.agent(), 'cursor/create_plan')).toEqual([{ outcome: { outcome: 'accepted' } }]);
    expect(afterPrompts(profile.agent(), 2)).toEqual(['session/set_mode', 'session/prompt']);
    expect(sentTo(profile.agent(), 'session/set_mode')).toMatchObject([{ modeId: 'agent' }]);
    expect(next.options.modes?.currentModeId).toBe('agent');
    expect(session.said('user')).toContain('Go ahead and carry out the plan.');
  });

  it('AC-01 and AC-02: one that is rejected with a reason is kept whole, and nothing follows', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    await inPlanMode(session);
    const turnId = await session.send('!plan underscore');
    const { requestId } = await session.request('plan');
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'plan', decision: 'rejected', reason: 'Too big' },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), '_cursor/create_plan')).toEqual([
      { outcome: { outcome: 'rejected', reason: 'Too big' } },
    ]);
    const kept = session.items('request')[0];
    expect(kept?.request).toMatchObject({ kind: 'plan', plan: { name: 'Refactor the tabs' } });
    await session.ask('What now?');
    expect(afterPrompts(profile.agent(), 2)).toEqual(['session/prompt']);
  });

  it('is not sent on its way where the adapter does not say so', async () => {
    const { session, page, profile } = await engineWithSession();
    const turnId = await session.send('!plan');
    const { requestId } = await session.request('plan');
    await page.call.requests.answer({ requestId, answer: { kind: 'plan', decision: 'accepted' }, viaKeyboard: false });
    await session.ended(turnId);
    await session.ask('next');
    expect(methodsSent(profile.agent())).toEqual(['initialize', 'session/new', 'session/prompt', 'session/prompt']);
  });

  it('is saved as a file where the person says', async () => {
    const { session, page, engine } = await engineWithSession(cursorAgent());
    await session.send('!plan');
    const { requestId } = await session.request('plan');
    const written: string[] = [];
    engine.answers.saveFile = ({ suggestedName, text }) => ({ path: `${suggestedName}:${written.push(text)}` });
    const saved = await page.call.sessions.savePlan({ sessionId: session.sessionId, requestId });
    expect(saved).toEqual({ ok: true, value: { path: 'Refactor the tabs.md:1' } });
    expect(written[0]?.match(/Refactor the tabs/g)).toHaveLength(1);
    expect(written[0]).toContain('Move the tabs into one component.');
    expect(written[0]).toContain('## Prepare\n\n- [ ] Write tests');
    expect(written[0]).toContain('- [ ] Find all tabs');
  });

  it('is still saved when more than 200 items stand after it', async () => {
    const { session, page, engine, profile } = await engineWithSession(cursorAgent());
    const { sessionId } = session;
    const turnId = await session.send('!plan');
    const { requestId } = await session.request('plan');
    await page.call.requests.answer({ requestId, answer: { kind: 'cancelled' }, viaKeyboard: false });
    await session.ended(turnId);
    await session.ask(Array.from({ length: 210 }, () => '!tool read now').join('\n'));
    await engine.shutdown();
    const again = await profile.start();
    const view = await again.page.session(sessionId);
    expect(view.items('request')).toEqual([]);
    again.answers.saveFile = ({ suggestedName }) => ({ path: suggestedName });
    const saved = await again.page.call.sessions.savePlan({ sessionId, requestId });
    expect(saved).toEqual({ ok: true, value: { path: 'Refactor the tabs.md' } });
  });

  it('is cancelled by a stop and never counts as accepted', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    await inPlanMode(session);
    const turnId = await session.send('!plan');
    await session.request('plan');
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended(turnId);
    await session.ask('next');
    expect(answersTo(profile.agent(), 'cursor/create_plan')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(methodsSent(profile.agent())).not.toContain('session/set_mode');
  });
});

describe('a question', () => {
  it.each(['', ' underscore'])('AC-03 is answered with the options’ own ids, in both spellings%s', async (spelling) => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const turnId = await session.send(`!question multi${spelling}`);
    const { requestId, questions } = await session.request('question');
    expect(questions.map(({ allowMultiple }) => allowMultiple)).toEqual([false, true]);
    const half = [{ questionId: 'colour', selectedOptionIds: ['red'] }];
    const incomplete = await page.call.requests.answer({
      requestId,
      answer: { kind: 'question', decision: 'answered', answers: half },
      viaKeyboard: false,
    });
    expect(incomplete).toMatchObject({ ok: false, error: { code: 'request.answerInvalid' } });
    const answers = [...half, { questionId: 'parts', selectedOptionIds: ['api', 'docs'] }];
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'question', decision: 'answered', answers },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    const method = spelling === '' ? 'cursor/ask_question' : '_cursor/ask_question';
    expect(answersTo(profile.agent(), method)).toEqual([{ outcome: { outcome: 'answered', answers } }]);
  });

  it('is skipped with a reason, or cancelled', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    let turnId = await session.send('!question');
    const first = await session.request('question');
    await page.call.requests.answer({
      requestId: first.requestId,
      answer: { kind: 'question', decision: 'skipped', reason: 'You choose' },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    turnId = await session.send('!question');
    const second = await session.request('question');
    await page.call.requests.answer({ requestId: second.requestId, answer: { kind: 'cancelled' }, viaKeyboard: false });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), 'cursor/ask_question')).toEqual([
      { outcome: { outcome: 'skipped', reason: 'You choose' } },
      { outcome: { outcome: 'cancelled' } },
    ]);
  });
});

describe('what is malformed', () => {
  it.each(['question', 'plan', 'todos', 'task malformed-is-lenient', 'genimage x.png'])(
    'AC-04 never counts as accepted or answered, and is no error: %s',
    async (command) => {
      const [name = '', ...words] = command.split(' ');
      const { session, profile } = await engineWithSession(cursorAgent());
      await session.ask(`!${[name, ...words, 'malformed'].join(' ')}`);
      const methods = {
        question: 'ask_question',
        plan: 'create_plan',
        todos: 'update_todos',
        task: 'task',
        genimage: 'generate_image',
      };
      const method = Object.entries(methods).find(([key]) => key === name)?.[1];
      expect(answersTo(profile.agent(), `cursor/${method}`)).toEqual([{ outcome: { outcome: 'cancelled' } }]);
      expect(session.state.requests).toEqual([]);
    },
  );
});

describe('todos, tasks and images', () => {
  it.each(['', ' underscore'])(
    'AC-06 todos are set, then merged by id, and the answer tells the result%s',
    async (spelling) => {
      const { session, profile } = await engineWithSession(cursorAgent());
      await session.ask(`!todos${spelling}`);
      expect(session.state.todos.map(({ id, status }) => `${id} ${status}`)).toEqual([
        'read completed',
        'fix in_progress',
        'test pending',
      ]);
      await session.ask(`!todos-merge${spelling}`);
      const merged = [
        { id: 'read', content: 'Read the code', status: 'completed' },
        { id: 'fix', content: 'Fix the fault', status: 'completed' },
        { id: 'test', content: 'Run the tests', status: 'in_progress' },
        { id: 'more', content: 'Something more', status: 'pending' },
      ];
      expect(session.state.todos).toEqual(merged);
      const method = spelling === '' ? 'cursor/update_todos' : '_cursor/update_todos';
      expect(answersTo(profile.agent(), method).at(-1)).toEqual({ outcome: { outcome: 'accepted', todos: merged } });
    },
  );

  it('a task is a row of its own', async () => {
    const { session, profile } = await engineWithSession(cursorAgent());
    await session.ask('!task');
    expect(session.items('subtask')).toMatchObject([
      { description: 'Explore the tabs', status: 'completed', durationMs: 1500 },
    ]);
    expect(answersTo(profile.agent(), 'cursor/task')).toEqual([
      { outcome: { outcome: 'completed', agentId: 'agent-1', durationMs: 1500 } },
    ]);
  });

  it.each(['', ' underscore'])('mean the same as notifications, which nobody answers%s', async (spelling) => {
    const { session, profile } = await engineWithSession(cursorAgent());
    await session.ask(
      ['todos', 'todos-merge', 'task', 'genimage icon.png'].map((name) => `!${name} notify${spelling}`).join('\n'),
    );
    await session.until('the image is there', () => session.items('image').length === 1);
    expect(session.state.todos.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'read completed',
      'fix completed',
      'test in_progress',
      'more pending',
    ]);
    expect(session.items('subtask')).toMatchObject([{ description: 'Explore the tabs', status: 'completed' }]);
    expect(session.items('image')).toMatchObject([{ image: { mimeType: 'image/png' } }]);
    expect(session.items('raw')).toEqual([]);
    const answers = profile
      .agent()
      .log()
      .filter((entry) => entry.in !== undefined && entry.in.method === undefined);
    expect(answers).toEqual([]);
  });

  it('an image inside the session’s folder is kept', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    await session.ask('!genimage icon.png');
    const [item] = session.items('image');
    expect(item).toMatchObject({ description: 'A red square', image: { mimeType: 'image/png' } });
    const blob = await page.call.blobs.read({ blobId: item!.image!.blobId, offset: 0, length: 1_048_576 });
    expect(blob.ok && Buffer.from(blob.value.bytes).subarray(1, 4).toString()).toBe('PNG');
    expect(answersTo(profile.agent(), 'cursor/generate_image')).toMatchObject([{ outcome: { outcome: 'generated' } }]);
  });

  it('an image outside of it is refused, also through a link', async () => {
    const { session, profile, cwd } = await engineWithSession(cursorAgent());
    const outside = join(profile.folder, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(cwd, 'link'));
    await session.ask(`!genimage ${join(outside, 'a.png')}`);
    await session.ask('!genimage link/b.png');
    expect(existsSync(join(outside, 'b.png'))).toBe(true);
    expect(session.items('image').map(({ refused }) => refused)).toEqual(['outsideRoots', 'outsideRoots']);
    expect(answersTo(profile.agent(), 'cursor/generate_image')).toMatchObject([
      { outcome: { outcome: 'rejected' } },
      { outcome: { outcome: 'rejected' } },
    ]);
  });
});

describe('the cursor adapter', () => {
  it('declares the model picker and neither files nor terminals', async () => {
    const { session, profile, cwd } = await engineWithSession(cursorAgent());
    writeFileSync(join(cwd, 'a.txt'), 'a');
    await session.ask(`!read ${join(cwd, 'a.txt')}\n!terminal true`);
    expect(sentTo(profile.agent(), 'initialize')[0]).toMatchObject({
      clientCapabilities: {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        _meta: { parameterizedModelPicker: true },
      },
    });
    expect(session.said()).toContain('[fs/read_text_file → error -32601');
    expect(session.said()).toContain('[terminal/create → error -32601');
  });

  it.each([
    ['cursor', { variantFirst: true, lastingPermission: 'account', hint: 'modelPicker' }],
    ['generic', { variantFirst: false, lastingPermission: 'unknown', hint: null }],
  ] as const)('is what tells a page how an agent differs: %s', async (adapter, told) => {
    const agentInfo = { name: 'x', version: '2026.04.07-abcdef0' };
    const { session, page } = await engineWithSession({ agents: { fake: { adapter, config: { agentInfo } } } });
    await session.ask('hello');
    const agent = await page.agents.find('its version', ({ agents }) =>
      agents.find(({ version }) => version === agentInfo.version),
    );
    expect(agent).toMatchObject(told);
  });

  it('AC-21 shows a new file as added, without the markers of its patch', async () => {
    const { session } = await engineWithSession(cursorAgent());
    await session.ask('!diff new');
    expect(session.items('toolCall')[0]?.content).toMatchObject([{ type: 'diff', oldText: null, newText: 'hi' }]);
  });
});
