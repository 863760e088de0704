import { printedInMeta } from '@shared/acp/toolMeta';
import { describe, expect, it } from 'vitest';
import { answersTo, sentTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config } },
});

describe('a subagent of Cursor', () => {
  it('is declared, and what it does stands inside its task', async () => {
    const { session, profile } = await engineWithSession(cursorAgent());
    await session.ask('!subagent early');
    expect(sentTo(profile.agent(), 'initialize')[0]).toMatchObject({
      clientCapabilities: { _meta: { parameterizedModelPicker: true, subagents: {} } },
    });
    const [task] = session.items('subtask');
    expect(task).toMatchObject({
      description: 'Explore the tabs',
      prompt: 'Explore the tabs\n\nFind every tab.',
      subagentType: 'explore',
      model: 'composer',
      agentId: 'agent-1',
      status: 'completed',
      open: false,
    });
    expect(task?.children?.map(({ kind }) => kind)).toEqual(['thought', 'message', 'toolCall', 'raw']);
    expect(task?.children).toMatchObject([
      { content: [{ text: 'Before it is told of.' }] },
      // What the session itself said between does not part it.
      { content: [{ text: 'I look for tabs.' }] },
      { title: 'Read tabs.ts', status: 'completed' },
      { updateKind: 'a_new_kind' },
    ]);
    expect(session.said()).toBe('Meanwhile outside. ');
    const ordinals = [...session.state.items, ...(task?.children ?? [])].map(({ ordinal }) => ordinal);
    expect(new Set(ordinals).size).toBe(ordinals.length);
  });

  it('that is told of once more when it is done is one row still, and keeps what only its beginning said', async () => {
    const { session, profile } = await engineWithSession(cursorAgent({ preset: 'cursor' }));
    await session.ask('!task');
    expect(session.items('subtask')).toMatchObject([
      {
        description: 'Explore the tabs',
        // Its end calls itself `{custom: {unspecified: {}}}`.
        subagentType: 'explore',
        model: 'composer-2.5',
        status: 'completed',
        children: [{ kind: 'message' }, { kind: 'toolCall' }],
      },
    ]);
    expect(answersTo(profile.agent(), 'cursor/task')).toMatchObject([{ outcome: { outcome: 'completed' } }]);
  });

  it('asks in the session it works for, and a rejected tool of its own says so', async () => {
    const { session, page, profile } = await engineWithSession(cursorAgent());
    const turnId = await session.send('!subagent permission');
    const { requestId } = await session.request('permission');
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'reject-once' },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([
      { outcome: { outcome: 'selected', optionId: 'reject-once' } },
    ]);
    const tools = session.items('subtask')[0]?.children?.filter((child) => child.kind === 'toolCall');
    expect(tools?.map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Read tabs.ts completed',
      '`rm tabs.ts` rejected',
    ]);
  });

  it('that failed says so, and one without an end does not spin after its turn', async () => {
    const { session } = await engineWithSession(cursorAgent());
    await session.ask('!subagent failed\n!subagent open');
    expect(session.items('subtask').map(({ status, open }) => [status, open])).toEqual([
      ['failed', false],
      ['cancelled', false],
    ]);
    expect(session.items('subtask').flatMap(({ children = [] }) => children.filter(({ open }) => open))).toEqual([]);
  });

  it('has all of what its command prints past 64 KB in the store', async () => {
    const { session, page } = await engineWithSession(cursorAgent());
    await session.ask('!subagent prints');
    const tools = session.items('subtask')[0]?.children?.filter((child) => child.kind === 'toolCall');
    const printed = printedInMeta(tools?.[0]?.meta);
    const whole = Array.from({ length: 9 }, (_, at) => `${at}: tabs\n`.repeat(2000)).join('');
    expect(printed).toMatchObject({ isCut: false, text: whole.slice(-65_536) });
    const { stored, rest } = printed ?? {};
    if (stored === undefined) throw new Error('nothing is stored');
    const read = await page.call.blobs.read({ blobId: stored.blobId, offset: 0, length: stored.bytes });
    const text = read.ok ? new TextDecoder().decode(read.value.bytes) : '';
    expect(text + whole.slice(whole.length - (rest ?? 0))).toBe(whole);
  });

  it('is kept over a restart', async () => {
    const { session, profile, engine } = await engineWithSession(cursorAgent());
    await session.ask('!subagent');
    const before = session.items('subtask');
    await engine.checkReplicas();
    await engine.shutdown();
    const again = await (await profile.start()).page.session(session.sessionId);
    expect(again.items('subtask')).toEqual(before);
  });
});

describe('what Cursor sends and nobody knows', () => {
  it('AC-02 a request of a kind that is new is answered cancelled and shown as it came, never refused', async () => {
    const { session, profile } = await engineWithSession(cursorAgent());
    await session.ask('!canvas\n!canvas underscore');
    expect(answersTo(profile.agent(), 'cursor/canvas')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(answersTo(profile.agent(), '_cursor/canvas')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(session.items('raw')).toMatchObject([
      { updateKind: 'cursor/canvas', raw: { value: { title: 'A drawing' } } },
      { updateKind: 'cursor/canvas' },
    ]);
  });

  it('a read that was stopped says stopped, not done', async () => {
    const { session } = await engineWithSession(cursorAgent());
    await session.ask('!aborted');
    expect(session.items('toolCall')[0]).toMatchObject({ status: 'cancelled', open: false });
  });

  it('AC-21 a new file has no marker lines, and a deleted one an empty new text', async () => {
    const { session } = await engineWithSession(cursorAgent());
    await session.ask('!diff new\n!diff delete');
    expect(session.items('toolCall').map(({ content }) => content)).toMatchObject([
      [{ type: 'diff', oldText: null, newText: 'hi' }],
      [{ type: 'diff', oldText: 'gone\n', newText: '' }],
    ]);
  });
});
