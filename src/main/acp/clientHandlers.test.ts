import { ResponseError } from 'vscode-jsonrpc/node';
import { describe, expect, it } from 'vitest';
import type { ClientCapabilities } from '@shared/acp/initialize';
import type { AppError } from '@shared/errors';
import { validateAnswer } from '../../../tests/support/acpSchema';
import { clientHandlers } from './clientHandlers';
import type { ClientHost } from './clientHost';

const everything: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  elicitation: { form: {}, url: {} },
};
const nothing: ClientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

function hostOf(calls: [string, unknown][], over: Partial<ClientHost> = {}): ClientHost {
  const note =
    <R>(name: string, result: R) =>
    (request: unknown): Promise<R> => {
      calls.push([name, request]);
      return Promise.resolve(result);
    };
  return {
    requestPermission: note('requestPermission', { outcome: 'selected', optionId: 'allow' }),
    readTextFile: note('readTextFile', 'text'),
    writeTextFile: note('writeTextFile', undefined),
    createTerminal: note('createTerminal', 't1'),
    terminalOutput: note('terminalOutput', { output: 'o', truncated: false }),
    waitForTerminalExit: note('waitForTerminalExit', { exitCode: 0, signal: null }),
    killTerminal: note('killTerminal', undefined),
    releaseTerminal: note('releaseTerminal', undefined),
    elicit: note('elicit', { action: 'accept', content: { a: 'b' } }),
    elicitationCompleted: (id) => calls.push(['elicitationCompleted', id]),
    askQuestion: note('askQuestion', { outcome: 'skipped', reason: 'later' }),
    createPlan: note('createPlan', { outcome: 'accepted' }),
    updateTodos: note('updateTodos', { outcome: 'accepted', todos: [] }),
    taskDone: note('taskDone', { outcome: 'completed' }),
    generateImage: note('generateImage', { outcome: 'rejected', reason: 'no' }),
    unknownExtension: (method, params) => void calls.push([method, params]),
    ...over,
  };
}

function setUp(declared = everything, over: Partial<ClientHost> = {}) {
  const calls: [string, unknown][] = [];
  const faults: AppError[] = [];
  const handlers = clientHandlers(hostOf(calls, over), declared, (error) => faults.push(error));
  const context = { signal: new AbortController().signal, jsonrpcId: 0, answered: Promise.resolve() };
  const ask = (method: string, params: unknown): Promise<unknown> => handlers.onRequest(method, params, context);
  const codeOf = async (method: string, params: unknown): Promise<number | undefined> => {
    const thrown: unknown = await ask(method, params).then(
      () => undefined,
      (error: unknown) => error,
    );
    return thrown instanceof ResponseError ? thrown.code : undefined;
  };
  return { ...handlers, calls, faults, ask, codeOf };
}

const permission = {
  sessionId: 's',
  toolCall: { toolCallId: 'tc', title: 'Run' },
  options: [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'odd', name: 'Odd', kind: 'allow_tuesdays' },
  ],
};
const requests: [string, object][] = [
  ['session/request_permission', permission],
  ['fs/read_text_file', { sessionId: 's', path: '/a', line: 2, limit: 10 }],
  ['fs/write_text_file', { sessionId: 's', path: '/a', content: '' }],
  ['terminal/create', { sessionId: 's', command: 'ls', args: null, env: [{ name: 'A', value: 'b' }] }],
  ['terminal/output', { sessionId: 's', terminalId: 't1' }],
  ['terminal/wait_for_exit', { sessionId: 's', terminalId: 't1' }],
  ['terminal/kill', { sessionId: 's', terminalId: 't1' }],
  ['terminal/release', { sessionId: 's', terminalId: 't1' }],
  [
    'elicitation/create',
    { sessionId: 's', mode: 'form', message: 'm', requestedSchema: { properties: { a: { type: 'string' } } } },
  ],
];

describe("an agent's requests", () => {
  it.each(requests)(
    '%s reaches the host parsed, and its answer is valid by the official schema',
    async (method, params) => {
      const { ask, calls } = setUp();
      expect(validateAnswer(method, await ask(method, params))).toEqual([]);
      expect(calls).toHaveLength(1);
      expect(calls[0]?.[1]).toMatchObject({ acpSessionId: 's' });
    },
  );

  it.each(requests)('%s with malformed params gets -32602 and never reaches the host', async (method, params) => {
    const { codeOf, calls } = setUp();
    for (const bad of [undefined, null, [], {}, 'x', { ...params, sessionId: 7 }]) {
      // A form may be about no session at all.
      if (method === 'elicitation/create' && bad !== null && typeof bad === 'object' && 'mode' in bad) continue;
      expect([bad, await codeOf(method, bad)]).toEqual([bad, -32602]);
    }
    expect(calls).toEqual([]);
  });

  it('keeps a permission option whose kind nobody knows', async () => {
    const { ask, calls } = setUp();
    await ask('session/request_permission', permission);
    expect(calls[0]?.[1]).toMatchObject({
      options: [{ kind: 'allow_once' }, { optionId: 'odd', name: 'Odd', kind: 'other' }],
    });
  });

  it('gets -32601 for what was not declared to this agent, and for what nobody knows', async () => {
    const { codeOf } = setUp(nothing);
    for (const [method, params] of requests.slice(1))
      expect([method, await codeOf(method, params)]).toEqual([method, -32601]);
    expect(await codeOf('craft/drainMidTurnQueue', {})).toBe(-32601);
    const formOnly = setUp({ ...everything, elicitation: { form: {} } });
    expect(await formOnly.codeOf('elicitation/create', { mode: 'url', url: 'https://x', elicitationId: 'e' })).toBe(
      -32602,
    );
  });

  it('passes on that a page was done with, and nothing else', () => {
    const { onNotification, calls } = setUp();
    onNotification('elicitation/complete', { elicitationId: 'e' });
    onNotification('elicitation/complete', null);
    onNotification('_auth/status_update', {});
    expect(calls).toEqual([['elicitationCompleted', 'e']]);
  });
});

const cursor: [string, object, object][] = [
  [
    'cursor/ask_question',
    { toolCallId: 'a', questions: [{ id: 'q', prompt: 'p', options: [{ id: 'o', label: 'O' }] }] },
    { outcome: 'skipped', reason: 'later' },
  ],
  ['cursor/create_plan', { toolCallId: 'a', plan: '# P', todos: [] }, { outcome: 'accepted' }],
  ['cursor/update_todos', { toolCallId: 'a', todos: [], merge: false }, { outcome: 'accepted', todos: [] }],
  [
    'cursor/task',
    { toolCallId: 'a', description: 'd', prompt: 'p', subagentType: 'explore' },
    { outcome: 'completed' },
  ],
  ['cursor/generate_image', { toolCallId: 'a', description: 'd' }, { outcome: 'rejected', reason: 'no' }],
];

describe("Cursor's requests", () => {
  it.each(cursor)(
    '%s is the same in both spellings, and its answer is nested (AC-01, AC-03)',
    async (method, params, outcome) => {
      const { ask, calls } = setUp();
      expect(await ask(method, params)).toEqual({ outcome });
      expect(await ask(`_${method}`, params)).toEqual({ outcome });
      expect(calls).toHaveLength(2);
      expect(calls[0]).toEqual(calls[1]);
    },
  );

  it.each(cursor)(
    '%s with malformed params is answered cancelled, never accepted and never an error (AC-02, AC-04)',
    async (method) => {
      const { ask, calls } = setUp();
      for (const bad of [undefined, null, [], {}, 'x', { questions: 1, plan: 2, todos: 3, description: 4 }]) {
        expect(await ask(method, bad)).toEqual({ outcome: { outcome: 'cancelled' } });
      }
      expect(calls).toEqual([]);
    },
  );

  it.each(cursor.slice(2))('%s as a notification is handled alike, in both spellings', async (method, params) => {
    const { onNotification, ask, calls, faults } = setUp();
    onNotification(method, params);
    onNotification(`_${method}`, params);
    await ask(method, params);
    expect(calls).toHaveLength(3);
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[2]).toEqual(calls[0]);
    for (const bad of [undefined, null, [], 'x', { todos: 3, description: 4 }]) onNotification(method, bad);
    expect(calls).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  it.each(cursor.slice(0, 2))('%s as a notification asks nobody, and is shown as it came', (method, params) => {
    const { onNotification, calls } = setUp();
    onNotification(method, params);
    expect(calls).toEqual([[method, params]]);
  });

  it('that fails as a notification is told of', async () => {
    const { onNotification, faults } = setUp(nothing, { taskDone: () => Promise.reject(new Error('a defect')) });
    onNotification('cursor/task', { toolCallId: 'a' });
    // After the promises that are settled already.
    await new Promise((done) => setImmediate(done));
    expect(faults).toEqual([{ code: 'engine.failed', message: 'a defect' }]);
  });

  it('are answered cancelled when the host fails, and the failure is told', async () => {
    const { ask, faults } = setUp(nothing, { createPlan: () => Promise.reject(new Error('a defect')) });
    expect(await ask('cursor/create_plan', { plan: '# P' })).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(faults).toEqual([{ code: 'engine.failed', message: 'a defect' }]);
  });
});
