import { readFileSync, writeFileSync } from 'node:fs';
import { signInNeed } from '@shared/acp/signInNeed';
import { describe, expect, it } from 'vitest';
import { answersTo } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';
import type { AdapterId } from '../../../src/shared/settings';

/*
 * What real agents do (facts/real-agents.md, "Seen on the wire"): where each fact has its test. Those that no other file
 * shows stand below. What one agent does alone is data of its adapter (agents/adapters/table), never a branch of the path
 * that all share.
 */
const HERE = 'tests/unit/engine/realAgentFacts.test.ts';
const SHOWN: readonly [fact: string, file: string, test: string][] = [
  ['updates of a replay after the answer of load', 'tests/unit/engine/resume.test.ts', 'before and after the answer'],
  [
    'a prompt that comes while a replay goes on',
    'tests/unit/engine/resume.test.ts',
    'waits for the quiet before its prompt',
  ],
  ['a permission before its tool call', 'tests/unit/engine/permissions.test.ts', 'that comes before its tool call'],
  ['a permission instead of a tool call', HERE, 'is asked, answered, and stays to be read'],
  ['a tool_call_update before its tool_call', HERE, 'makes one row, which takes the status of the call'],
  ['a rejection that ends the turn as cancelled', HERE, 'says nothing of the tool leaves it rejected'],
  ['a request that its agent withdraws', 'tests/unit/engine/permissions.test.ts', 'that the agent takes back'],
  ['the same on the wire', 'src/main/acp/connection.test.ts', 'answers it with -32800'],
  ['notifications that no spec names', HERE, 'change nothing and end nothing'],
  [
    'requests that no spec names',
    'tests/unit/engine/hostServices.test.ts',
    'is answered by an error, and the turn goes on',
  ],
  ['ids from 0 that overlap with ours', 'tests/unit/engine/oddWire.test.ts', 'count by direction'],
  ['the same on the wire', 'src/main/acp/connection.test.ts', 'with the same id (AC-53)'],
  ['empty text chunks', HERE, 'add nothing, part nothing'],
  [
    'usage in _meta of empty chunks',
    'src/main/agents/adapters/usageInMeta.test.ts',
    'is read from a chunk that says nothing',
  ],
  ['own noise as user chunks', HERE, 'is left out of a replay of %s'],
  [
    'a load of an unknown id, by three codes',
    'tests/unit/engine/resume.test.ts',
    'AC-12, AC-34 is lost, whatever the code',
  ],
  ['tools in sessions of their own', 'src/main/agents/processTree.test.ts', 'its tools in other sessions'],
  ['what is found by the mark alone', 'src/main/agents/processTree.test.ts', 'finds by the mark what is left'],
  ['a wrapper that orphans its program', 'src/main/agents/processTree.test.ts', 'without mark and parent'],
  ['an exit some time after the end of stdin', 'src/main/agents/agentProcess.test.ts', 'lets an agent exit by itself'],
  ['no exit at the end of stdin', 'src/main/agents/agentProcess.test.ts', 'ignores SIGTERM and the end of stdin'],
  ['a daemon that is left behind', 'src/main/agents/agentProcess.test.ts', 'then ends what it left'],
  ['a stop in the middle of a stream', 'tests/unit/engine/stop.test.ts', 'is one notification, and answers all'],
  [
    'messages that the official schema judges',
    'tests/unit/recordings.test.ts',
    'we keep as raw although the official schema',
  ],
  ['Gemini and files', 'src/main/agents/adapters/cursor.test.ts', 'of Gemini offers no files'],
  ['Gemini, whose ways to sign in want keys', HERE, 'are fields for the keys that it reads'],
  [
    'Codex, which takes keys by authenticate',
    'tests/unit/engine/signIn.test.ts',
    'are given to it after the new start',
  ],
  ['whole days of five agents', 'tests/e2e/realAgents.spec.ts', 'works, asks, is refused, is stopped'],
];

it.each(SHOWN)('what is seen on the wire has its test: %s', (_fact, file, name) => {
  // Of this file what comes after the table.
  const tests = readFileSync(file, 'utf8').split('it.each(SHOWN)').at(-1);
  expect(tests).toContain(name);
});

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

describe('Gemini’s own ways to sign in', () => {
  it('are fields for the keys that it reads, since it does not say which', async () => {
    // As gemini-cli 0.61.0 tells them.
    const authMethods = [
      { id: 'oauth-personal', name: 'Log in with Google', description: 'Log in with your Google account' },
      { id: 'gemini-api-key', name: 'Gemini API key', _meta: { 'api-key': { provider: 'google' } } },
      { id: 'vertex-ai', name: 'Vertex AI' },
      { id: 'gateway', name: 'AI API Gateway', _meta: { gateway: { protocol: 'google', restartRequired: 'false' } } },
    ];
    const config = { auth: true, authMethods, authEnv: 'GEMINI_API_KEY' };
    const { engine, session } = await engineWithSession({ agents: { fake: { adapter: 'gemini', config } } });
    const { call } = engine.page;
    const { sessionId } = session;
    const turnId = await session.send('Hello');
    const { methods } = await session.find('the ways', ({ attachError }) => signInNeed(attachError) ?? undefined);
    expect(methods.map(({ id, type, vars = [] }) => [id, type, ...vars.map(({ name }) => name)])).toEqual([
      ['oauth-personal', 'agent'],
      ['gemini-api-key', 'env_var', 'GEMINI_API_KEY'],
      ['vertex-ai', 'env_var', 'GOOGLE_API_KEY'],
      ['gateway', 'agent'],
    ]);
    const values = { GEMINI_API_KEY: 'key-4711' };
    await call.signIn.giveKeys({ sessionId, methodId: 'gemini-api-key', values, acceptPlain: false });
    await session.ended(turnId);
    expect(session.said()).toBe('Echo: Hello');
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
