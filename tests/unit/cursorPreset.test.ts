import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Frame, Line } from '../agents/lineClient';

// The preset "cursor" of the scripted agent, way by way (cursor-acp.md): what the whole-flow test of the window leans on.

let folder: string;
const lines: Line[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-cursor-'));
});
afterEach(async () => {
  for (const { child } of lines.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(config: Record<string, unknown> = {}, env: Record<string, string> = {}): Line {
  const line = new Line(folder, { preset: 'cursor', lateMs: 1, ...config }, env);
  lines.push(line);
  return line;
}

const PICKER = { _meta: { parameterizedModelPicker: true } };
const nested = (outcome: object) => ({ result: { outcome } });
const asked = (line: Line, method: string): Frame[] => line.frames.filter((frame) => frame.method === method);
const outcomes = (line: Line) => line.run.log().flatMap((entry) => entry.outcome ?? []);
const optionsOf = (frame: Frame): string[] => (frame.result?.configOptions ?? []).map(({ id }) => id);

describe('as Cursor, the scripted agent', () => {
  it('says what it can: load and list, images, http and sse, one way to sign in, and nothing of itself', async () => {
    const line = start();
    const { result } = await line.initialize();
    expect(result).toEqual({
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        mcpCapabilities: { http: true, sse: true },
        promptCapabilities: { audio: false, embeddedContext: false, image: true },
        sessionCapabilities: { list: {} },
      },
      authMethods: [expect.objectContaining({ id: 'cursor_login', name: 'Cursor Login' })],
    });
    const sessionId = (await line.new()).result?.sessionId;
    for (const method of ['session/resume', 'session/close', 'session/delete', 'session/fork', 'logout']) {
      const { error } = await line.request(method, { sessionId });
      expect([method, error?.code]).toEqual([method, -32601]);
    }
  });

  it('numbers its requests from 0, names no session in them, and sends each after its tool call', async () => {
    const line = start();
    line.answer = () => nested({ outcome: 'accepted', todos: [] });
    const session = await line.open();
    await line.prompt(session, '!todos\n!task\n!genimage a.png\n!question');
    expect(line.requested()).toEqual([
      'cursor/update_todos',
      'cursor/task',
      'cursor/generate_image',
      'cursor/ask_question',
    ]);
    const requests = line.frames.filter((frame) => frame.id !== undefined && frame.method !== undefined);
    expect(requests.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    for (const { params } of requests) expect(params).not.toHaveProperty('sessionId');
    for (const request of requests) {
      const before = line.frames.slice(0, line.frames.indexOf(request));
      const told = before.flatMap((frame) => frame.params?.update ?? []);
      expect(told.some(({ toolCallId }) => toolCallId === request.params?.toolCallId)).toBe(true);
    }
    const todos = asked(line, 'cursor/update_todos')[0]?.params;
    expect(todos).toMatchObject({ merge: false, todos: [{ status: 'completed' }, { status: 'in_progress' }, {}] });
    expect(line.updates()).toContainEqual(
      expect.objectContaining({
        rawInput: {
          _toolName: 'updateTodos',
          todos: expect.arrayContaining([expect.objectContaining({ status: 'TODO_STATUS_PENDING' })]),
        },
      }),
    );
    expect(asked(line, 'cursor/task')[0]?.params).toMatchObject({ subagentType: { custom: { unspecified: {} } } });
  });

  it.each([
    ['a nested one', nested({ outcome: 'accepted' }), 'accepted'],
    ['a flat one', { result: { outcome: 'accepted' } }, 'cancelled'],
    ['one that is no outcome of a plan', nested({ outcome: 'answered', answers: [] }), 'cancelled'],
    ['nothing', { result: {} }, 'cancelled'],
    ['an error', { error: { code: -32603, message: 'no' } }, 'cancelled'],
    ['an unknown method, which accepts it', { error: { code: -32601, message: 'no' } }, 'accepted'],
  ])('reads the outcome of a plan strictly: %s', async (_what, answer, outcome) => {
    const line = start();
    line.answer = () => answer;
    await line.prompt(await line.open(), '!plan');
    expect(outcomes(line)).toEqual([{ outcome }]);
    expect(line.said().includes('The plan was cancelled.')).toBe(outcome === 'cancelled');
  });

  it('reads the answers of a question strictly, and asks by permissions where questions are unknown', async () => {
    const line = start();
    const session = await line.open();
    const answers = [{ questionId: 'colour', selectedOptionIds: ['blue'] }];
    line.answer = () => nested({ outcome: 'answered', answers });
    await line.prompt(session, '!question');
    expect(line.said()).toContain('You chose Blue.');
    line.answer = () => nested({ outcome: 'answered', answers: ['blue'] });
    await line.prompt(session, '!question');
    expect(line.said()).toContain('The question was cancelled.');
    line.answer = ({ method }) =>
      method === 'cursor/ask_question'
        ? { error: { code: -32601, message: 'no' } }
        : nested({ outcome: 'selected', optionId: 'red' });
    await line.prompt(session, '!question multi');
    expect(line.said()).toContain('You chose Red.');
    // What takes several answers is dropped.
    expect(asked(line, 'session/request_permission')).toHaveLength(1);
    expect(asked(line, 'session/request_permission')[0]?.params).toMatchObject({
      options: [{ kind: 'allow_once' }, { kind: 'allow_once' }, { optionId: '__ask_question_skip__' }],
    });
  });

  it('proposes anew with the reason, ends its turn when accepted, and does the work at the next prompt in agent mode', async () => {
    const line = start();
    const session = await line.open();
    await line.request('session/set_mode', { sessionId: session, modeId: 'plan' });
    const reason = 'Line 3:\n> Move **all** tabs.\n\nOnly those of the settings.';
    const decisions = [nested({ outcome: 'rejected', reason }), nested({ outcome: 'accepted' })];
    line.answer = () => decisions.shift() ?? {};
    const { result } = await line.prompt(session, '!edit a.ts early\n!plan\n!edit a.ts done');
    expect(result).toEqual({ stopReason: 'end_turn' });
    const plans = asked(line, 'cursor/create_plan').map(({ params }) => params);
    expect(plans).toMatchObject([
      { plan: expect.stringContaining('Move **all** tabs') },
      { plan: '# Refactor the tabs of the settings\n\n1. Only those of the settings.\n' },
    ]);
    expect(line.updates().filter(({ sessionUpdate }) => sessionUpdate === 'plan')).toHaveLength(2);
    // Neither an edit in plan mode, which is told as done without a word, nor the work.
    expect(existsSync(join(folder, 'a.ts'))).toBe(false);
    await line.prompt(session, 'go on');
    expect(line.said()).toContain('Echo: go on');
    await line.request('session/set_mode', { sessionId: session, modeId: 'agent' });
    await line.prompt(session, 'go on');
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('done');
    expect(line.updates()).toContainEqual(
      expect.objectContaining({
        content: [expect.objectContaining({ oldText: '-- /dev/null', newText: `++ b/${join(folder, 'a.ts')}\ndone` })],
      }),
    );
  });

  it('has its first prompt cancelled by a second one', async () => {
    const line = start();
    const session = await line.open();
    const first = line.prompt(session, '!hang');
    const second = line.prompt(session, 'second');
    expect((await first).result).toEqual({ stopReason: 'cancelled' });
    expect((await second).result).toEqual({ stopReason: 'end_turn' });
    expect(line.said()).toContain('Echo: second');
  });

  it('ends with its stdin while it is idle, and outlives it once it had a prompt', async () => {
    const idle = start();
    await idle.open();
    idle.child.stdin.end();
    expect(await once(idle.child, 'exit')).toEqual([0, null]);
    const used = start();
    await used.prompt(await used.open(), 'hello');
    used.child.stdin.end();
    await expect
      .poll(() => used.run.log().some((entry) => entry.pid === used.child.pid && entry.event === 'stdin.end'))
      .toBe(true);
    // Nothing is left that would end it: it answers a signal alone.
    expect(used.child.exitCode).toBeNull();
    used.child.kill('SIGTERM');
    expect(await once(used.child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('replays under ids of its own, without message ids and without what went on inside a subagent', async () => {
    const first = start();
    first.answer = () => nested({ outcome: 'completed' });
    const session = await first.open({ _meta: { subagents: {} } });
    await first.prompt(session, '!tool read\n!tool read\n!say one');
    await first.prompt(session, '!task\n!say two');
    expect(first.said()).toContain('for tabs.');
    expect(first.updates().every((update) => !('messageId' in update))).toBe(true);

    const second = start();
    await second.initialize();
    const { result } = await second.request('session/load', { sessionId: session, cwd: folder, mcpServers: [] });
    expect(result).not.toHaveProperty('sessionId');
    expect(result).toMatchObject({
      modes: { currentModeId: 'agent' },
      configOptions: [{ id: 'mode' }, { id: 'model' }],
    });
    const told = second.updates();
    expect(new Set(told.flatMap(({ toolCallId }) => toolCallId ?? []))).toEqual(
      new Set(['replay-0-0', 'replay-0-1', 'replay-1-0']),
    );
    expect(told.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')).toHaveLength(2);
    expect(told.every((update) => !('messageId' in update))).toBe(true);
    expect(second.said()).toContain('one');
    expect(second.said()).not.toContain('for tabs.');
  });

  it('does not find a session that it does not know, nor load one without its folder and servers', async () => {
    const line = start();
    const session = await line.open();
    const lost = await line.request('session/load', { sessionId: 'x-1', cwd: folder, mcpServers: [] });
    expect(lost.error).toEqual({ code: -32602, message: 'Session "x-1" not found' });
    expect((await line.request('session/load', { sessionId: session })).error?.code).toBe(-32602);
  });

  it('lists its sessions whole, and refuses a cursor', async () => {
    const line = start();
    const session = await line.open();
    const { result } = await line.request('session/list', { cwd: folder });
    expect(result).toEqual({
      sessions: [{ sessionId: session, cwd: folder, title: null, updatedAt: expect.any(String) }],
    });
    expect((await line.request('session/list', { cursor: 'next' })).error?.code).toBe(-32602);
  });

  it('has models as opaque variants, the fast one in force where nobody chose', async () => {
    const line = start();
    await line.initialize();
    const { result } = await line.new();
    expect(result).toMatchObject({
      models: { currentModelId: 'composer-2.5[fast=true]' },
      configOptions: [
        { id: 'mode', category: 'mode', currentValue: 'agent' },
        { id: 'model', category: 'model', currentValue: 'composer-2.5[fast=true]' },
      ],
    });
    expect(result).toHaveProperty('models.availableModels[0]', { modelId: 'default[]', name: 'Auto' });
    const sessionId = result?.sessionId;
    expect((await line.request('session/set_model', { sessionId, modelId: 'gpt-6' })).error?.code).toBe(-32602);
    const modelId = 'gpt-6[reasoning=medium,context=272k,fast=true]';
    expect((await line.request('session/set_model', { sessionId, modelId })).result).toEqual({});
    expect((await line.new()).result).toMatchObject({ models: { currentModelId: modelId } });
  });

  it('has bare models for the model picker, whose parameters change with them, and keeps the choice for the next process', async () => {
    const line = start();
    const sessionId = await line.open(PICKER);
    const set = (configId: string, value: string) =>
      line.request('session/set_config_option', { sessionId, configId, value });
    expect(optionsOf(await set('model', 'composer-2.5'))).toEqual(['mode', 'model', 'fast']);
    expect(optionsOf(await set('model', 'gpt-6'))).toEqual(['mode', 'model', 'reasoning', 'context', 'fast']);
    expect((await set('effort', 'high')).error).toEqual({ code: -32602, message: 'Unknown model config option' });
    expect((await set('fast', 'perhaps')).error?.code).toBe(-32602);
    const chosen = await set('fast', 'true');
    expect(chosen.result?.configOptions?.at(-1)).toMatchObject({
      type: 'select',
      category: 'model_config',
      currentValue: 'true',
    });
    expect(optionsOf(await set('model', 'claude-opus-5'))).toEqual(['mode', 'model', 'effort', 'thinking', 'context']);
    // The process's other sessions have it too, and so has the next process.
    expect((await line.new()).result).toMatchObject({ models: { currentModelId: 'claude-opus-5' } });
    const next = start();
    await next.initialize(PICKER);
    expect((await next.new()).result).toMatchObject({ models: { currentModelId: 'claude-opus-5' } });
    const { result } = await next.request('cursor/list_available_models', {});
    expect(result?.models).toContainEqual(
      expect.objectContaining({ value: 'composer-2.5', configOptions: [expect.objectContaining({ id: 'fast' })] }),
    );
  });

  it('tells of a mode before it answers, in both ways to set it', async () => {
    const line = start();
    const sessionId = await line.open(PICKER);
    await line.request('session/set_mode', { sessionId, modeId: 'plan' });
    await line.request('session/set_config_option', { sessionId, configId: 'mode', value: 'ask' });
    const kinds = line.frames.slice(2).map((frame) => frame.params?.update?.sessionUpdate ?? 'answer');
    expect(kinds.filter((kind) => kind !== 'available_commands_update')).toEqual([
      'current_mode_update',
      'answer',
      'current_mode_update',
      'answer',
    ]);
  });

  it('tells of subagents only where they are declared, and of a rejected tool nothing', async () => {
    const line = start();
    line.answer = ({ method }) =>
      method === 'session/request_permission'
        ? nested({ outcome: 'selected', optionId: 'reject-once' })
        : { result: {} };
    await line.prompt(await line.open(), '!task\n!permission');
    expect(line.updates().map(({ sessionUpdate }) => sessionUpdate)).not.toContain('subagent_spawned');
    const [call] = asked(line, 'session/request_permission');
    expect(call?.params).toMatchObject({
      options: [{ optionId: 'allow-once' }, { optionId: 'allow-always' }, { optionId: 'reject-once' }],
    });
    const last = line.updates().findLast(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(last).toEqual({ sessionUpdate: 'tool_call_update', toolCallId: last?.toolCallId, status: 'completed' });
  });

  it.each(['!usage 1 2', '!config', '!failtool', '!stop refusal', '!usertext hello'])(
    'never sends what Cursor never sends: %s',
    async (command) => {
      const line = start();
      expect((await line.prompt(await line.open(), command)).error?.message).toMatch(/Cursor never/);
    },
  );

  it('refuses sessions until somebody is signed in: by its page, by its command, or with a key', async () => {
    const config = { auth: true, authFile: join(folder, 'signed-in') };
    const line = start(config);
    await line.initialize();
    for (const method of ['session/new', 'session/load', 'session/list']) {
      expect((await line.request(method, {})).error?.code).toBe(-32000);
    }
    expect((await line.request('authenticate', { methodId: 'cursor_login' })).result).toEqual({});
    expect((await line.new()).result?.sessionId).toBeTypeOf('string');
    // The account is the machine's.
    expect(await start(config).open()).not.toBe('');

    await rm(config.authFile);
    const { command, args, env } = line.run;
    const login = { env: { ...process.env, ...env, FAKE_AGENT: JSON.stringify({ preset: 'cursor', ...config }) } };
    execFileSync(command, [...args, 'login'], { ...login, input: 'yes\n' });
    expect(await start(config).open()).not.toBe('');

    await rm(config.authFile);
    const byKey = start(config, { CURSOR_API_KEY: 'key' });
    expect(await byKey.open()).not.toBe('');
    expect((await byKey.request('authenticate', { methodId: 'cursor_login' })).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Failed to open browser for login.*https:/),
    });
    expect(execFileSync(command, [...args, '--version'], login).toString()).toBe('2026.10.01\n');
  });

  it('names a session once, after its first prompt is answered', async () => {
    const line = start();
    const session = await line.open();
    await line.prompt(session, 'Mend the kettle');
    const titles = () => line.frames.filter((frame) => frame.params?.update?.sessionUpdate === 'session_info_update');
    await line.until(() => titles()[0]);
    expect(titles()[0]?.params?.update).toMatchObject({ title: 'Mend the kettle' });
    const answer = line.frames.findIndex((frame) => frame.result?.stopReason === 'end_turn');
    expect(answer).toBeLessThan(line.frames.findIndex((frame) => frame === titles()[0]));
    await line.prompt(session, 'Once more');
    await line.prompt(session, 'And again');
    expect(titles()).toHaveLength(1);
  });

  it('drops a stop that is a request, and takes one that is a notification', async () => {
    const line = start();
    const sessionId = await line.open();
    const hung = line.prompt(sessionId, '!hang');
    line.write({ id: 7, method: 'session/cancel', params: { sessionId } });
    line.write({ method: 'session/cancel', params: { sessionId } });
    expect((await hung).result).toEqual({ stopReason: 'cancelled' });
    expect(line.frames.some(({ id }) => id === 7)).toBe(false);
  });
});
