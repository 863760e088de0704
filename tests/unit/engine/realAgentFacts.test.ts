import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';
import type { AdapterId } from '../../../src/shared/settings';

/*
 * What real agents do (facts/real-agents.md, "Seen on the wire") and no other file here shows. The others: late replays,
 * the errors of load and echoes in resume.test; permissions before their tool call and withdrawn ones in
 * permissions.test; unknown requests in hostServices.test; ends of processes in agents/agentProcess.test and
 * processTree.test; ids from 0 in acp/connection.test.
 */

const withAdapter = (adapter: AdapterId) => engineWithSession({ agents: { fake: { adapter } } });

describe('a rejected permission', () => {
  it('after which the agent ends the turn as cancelled and says nothing of the tool leaves it rejected', async () => {
    const { session, page } = await engineWithSession();
    await session.send('!permission silent');
    const { requestId } = await session.request('permission');
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'reject-once' },
      viaKeyboard: false,
    });
    const state = await session.ended();
    expect(state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    expect(session.items('toolCall')).toMatchObject([{ status: 'rejected', open: false }]);
    await session.ask('Hello');
    expect(session.said()).toBe('Echo: Hello');
  });
});

describe('a permission instead of a tool call', () => {
  it('is asked, answered, and stays to be read', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!permission first silent');
    const { requestId, toolCall } = await session.request('permission');
    expect(toolCall).toMatchObject({ title: '`echo shell-ran > shell.txt`', kind: 'execute' });
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.ended();
    expect(session.said()).toBe('It ran. ');
    expect(session.items('request')).toMatchObject([{ settlement: { kind: 'answered' } }]);
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([
      { outcome: { outcome: 'selected', optionId: 'allow-once' } },
    ]);
  });
});

describe('a tool_call_update before its tool_call', () => {
  it('makes one row, which takes the status of the call and does not work on after the turn', async () => {
    const { session } = await engineWithSession();
    await session.ask('!update-first\n!tool-twice');
    const [late, twice, ...others] = session.items('toolCall');
    expect(others).toEqual([]);
    expect(late).toMatchObject({ title: 'Called after its update', toolKind: 'read', open: false });
    expect(late?.status).not.toMatch(/pending|in_progress/);
    expect(twice).toMatchObject({ title: 'Edit a.txt', status: 'completed' });
  });
});

describe('notifications that no spec names', () => {
  it('change nothing and end nothing', async () => {
    const { session, profile } = await engineWithSession();
    await session.ask('!unknown-notification\n!say Still here.');
    expect(session.said()).toBe('Still here.');
    expect(session.state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'end_turn' } });
    expect(profile.agent().log()).not.toContainEqual(expect.objectContaining({ event: 'violation' }));
  });
});

describe('empty text chunks', () => {
  it('add nothing, part nothing, and what they tell in _meta of usage is shown as such', async () => {
    const { session } = await engineWithSession();
    await session.ask('!say One\n!empty\n!say  and two');
    expect(session.items('message').filter(({ role }) => role === 'agent')).toHaveLength(1);
    expect(session.said()).toBe('Oneand two');
    expect(session.state.usage).toEqual({ used: 12 });
  });
});

describe('an agent’s own noise in the person’s name', () => {
  const replayed: Record<'claude' | 'gemini', string[]> = {
    claude: [
      '<command-name>/model</command-name>\n            <command-message>model</command-message>\n<command-args>default</command-args>',
      '<local-command-stdout>Set model to one</local-command-stdout>',
    ],
    gemini: ['<session_context>\nfor the model\n</session_context>', '[Function Response: run_shell_command]'],
  };

  it.each(['claude', 'gemini'] as const)('is left out of a replay of %s, whose own words stay', async (adapter) => {
    const { session, page, profile } = await engineWithSession({
      agents: { fake: { adapter, config: { sessions: 'load' } } },
    });
    await page.call.sessions.attach({ sessionId: session.sessionId });
    const { connection } = session.state;
    if (connection.status !== 'ready') throw new Error('not attached');
    await page.call.agents.stopConnection({ connectionId: connection.connectionId });
    await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    const chunk = (sessionUpdate: string, text: string) => ({ sessionUpdate, content: { type: 'text', text } });
    const { stateFile } = profile.agent();
    const stored = JSON.parse(readFileSync(stateFile, 'utf8'));
    const quoting = `What does ${replayed[adapter][0]} mean?`;
    stored[session.state.acpSessionId!].history = [
      ...replayed[adapter].map((text) => chunk('user_message_chunk', text)),
      chunk('user_message_chunk', quoting),
      chunk('agent_message_chunk', 'One.'),
      chunk('user_message_chunk', replayed[adapter][1]!),
      chunk('agent_message_chunk', 'Two.'),
    ];
    writeFileSync(stateFile, JSON.stringify(stored));
    await page.call.sessions.attach({ sessionId: session.sessionId });
    await session.until('the replay', ({ items }) => items.length >= 3);
    await session.ask('More');
    expect(session.said('user')).toBe(`${quoting}\nMore`);
    expect(session.said()).toBe('One.\nTwo.\nEcho: More');
  });

  it('is no business of other adapters: what is sent is shown', async () => {
    const { session } = await withAdapter('opencode');
    await session.ask('!usertext [Function Response: read]');
    expect(session.said('user')).toContain('[Function Response: read]');
  });
});
