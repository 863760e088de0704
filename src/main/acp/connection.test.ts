import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { ResponseError } from 'vscode-jsonrpc/node';
import { describe, expect, it } from 'vitest';
import type { Clock } from '@shared/clock';
import { type AppError, AppFailure } from '@shared/errors';
import { eventually } from '../../../tests/agents/processHelpers';
import { validateSent } from '../../../tests/support/acpSchema';
import { Connection, type ConnectionHandlers } from './connection';
import type { RequestContext } from './requestContext';
import { Wiretap } from './wiretap';

interface Sent {
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

class TestClock implements Clock {
  readonly timers = new Set<{ ms: number; run: () => void }>();

  now(): number {
    return 1_000;
  }

  setTimer(ms: number, run: () => void): () => void {
    const timer = { ms, run };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  fire(ms: number): void {
    for (const timer of this.timers) {
      if (timer.ms !== ms) continue;
      this.timers.delete(timer);
      timer.run();
    }
  }
}

/** A connection whose agent is this test: `say` writes to its stdout, `heard` gives what came to its stdin, in order. */
function open(
  handlers: Partial<ConnectionHandlers> = {},
  end: AppError = { code: 'agent.outputEnded', stderrTail: '' },
) {
  const stdout = new PassThrough();
  const stdin = new PassThrough();
  const clock = new TestClock();
  const log: string[] = [];
  const lines = createInterface({ input: stdin })[Symbol.asyncIterator]();
  const wiretap = new Wiretap(clock);
  const connection = new Connection({
    stdout,
    stdin,
    clock,
    wiretap,
    explainEnd: () => Promise.resolve(end),
    handlers: {
      onUpdate: (acpSessionId, update) =>
        log.push(
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? update.content.text
            : `${acpSessionId} ${update.sessionUpdate}`,
        ),
      onRequest: (method) => {
        log.push(method);
        return Promise.resolve({});
      },
      onNotification: (method) => log.push(method),
      onFault: (error) => log.push(error.code),
      ...handlers,
    },
  });
  return {
    connection,
    clock,
    log,
    wiretap,
    stdout,
    stdin,
    say: (...messages: object[]) =>
      stdout.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')),
    heard: async (): Promise<Sent> => {
      const next = await lines.next();
      const frame: Sent = JSON.parse(String(next.value));
      const judged = frame.method !== undefined && !frame.method.startsWith('$/');
      const faults = judged ? validateSent(frame.method ?? '', frame.params) : [];
      if (faults.length > 0) throw new Error(faults.join('; '));
      return frame;
    },
  };
}

const chunk = (text: string) => ({
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
});
const prompt = { sessionId: 's', prompt: [{ type: 'text' as const, text: 'hi' }] };

const noiseIn = (wiretap: Wiretap) => wiretap.frames().flatMap(({ kind, text }) => (kind === 'noise' ? [text] : []));

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppFailure)) throw new Error(`expected an AppFailure, got ${String(thrown)}`);
  return thrown.error;
}

describe('a connection to an agent', () => {
  it('gives a typed answer to a typed request', async () => {
    const { connection, say, heard } = open();
    const answer = connection.request('session/new', { cwd: '/p', mcpServers: [] });
    const sent = await heard();
    expect(sent).toMatchObject({ id: 0, method: 'session/new', params: { cwd: '/p', mcpServers: [] } });
    say({ id: 0, result: { sessionId: 'abc' } });
    expect((await answer).acpSessionId).toBe('abc');
  });

  it('keeps updates, answers and notifications in wire order under a storm', async () => {
    const { connection, say, heard, log } = open();
    const ends: Promise<unknown>[] = [];
    const frames: object[] = [];
    const expected: string[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      ends.push(connection.request('session/prompt', prompt).then(() => log.push(`end ${turn}`)));
      const { id } = await heard();
      for (let index = 0; index < 20; index += 1) {
        frames.push(chunk(`${turn}.${index}`));
        expected.push(`${turn}.${index}`);
      }
      frames.push({ method: `note/${turn}`, params: {} }, chunk(`${turn} noted`));
      frames.push({ id, result: { stopReason: 'end_turn' } }, chunk(`${turn} late`));
      expected.push(`note/${turn}`, `${turn} noted`, `end ${turn}`, `${turn} late`);
    }
    say(...frames);
    await Promise.all(ends);
    // The late update of the last turn comes after its answer, in the loop turn that follows.
    await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(log).toEqual(expected);
  });

  it('gives a request of the agent before the updates behind it, without waiting for its answer', async () => {
    let answer: (() => void) | undefined;
    const seen: string[] = [];
    const lastUpdate = new Promise<void>((resolve) => {
      const { say } = open({
        onUpdate: (_, update) => {
          seen.push(JSON.stringify(update));
          if (seen.length === 3) resolve();
        },
        onRequest: (method) => {
          seen.push(method);
          return new Promise((settle) => (answer = () => settle({})));
        },
      });
      say(chunk('before'), { id: 0, method: 'session/request_permission', params: {} }, chunk('after'));
    });
    await lastUpdate;
    expect(seen.map((entry) => /before|after|permission/.exec(entry)?.[0])).toEqual(['before', 'permission', 'after']);
    answer?.();
  });

  it('does not take the request of an agent for the answer to ours with the same id (AC-53)', async () => {
    const { connection, say, heard } = open({ onRequest: () => Promise.resolve({ outcome: 'x' }) });
    let settled = false;
    const turn = connection.request('session/prompt', prompt).finally(() => (settled = true));
    expect((await heard()).id).toBe(0);
    say({ id: 0, method: 'cursor/task', params: {} });
    expect(await heard()).toMatchObject({ id: 0, result: { outcome: 'x' } });
    expect(settled).toBe(false);
    say({ id: 0, result: { stopReason: 'end_turn' } });
    expect((await turn).stopReason).toBe('end_turn');
  });

  it('takes an id that comes back as text, and an answer without a result', async () => {
    const { connection, say, heard } = open();
    const first = connection.request('session/set_mode', { sessionId: 's', modeId: 'm' });
    await heard();
    say({ id: '0', result: null });
    expect(await first).toBe(true);
    const second = connection.request('session/load', { sessionId: 's', cwd: '/p', mcpServers: [] });
    await heard();
    say({ id: 1 });
    expect(await second).toEqual({});
  });

  it('cancels a turn with a notification that has no id (AC-13)', async () => {
    const { connection, heard } = open();
    await connection.notify('session/cancel', { sessionId: 's' });
    expect(await heard()).toEqual({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
  });

  it('cancels its own request in the spelling of ACP, and ends by the answer', async () => {
    const { connection, say, heard } = open();
    const controller = new AbortController();
    const answer = connection.request('session/list', {}, { signal: controller.signal });
    await heard();
    controller.abort();
    expect(await heard()).toEqual({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } });
    say({ id: 0, error: { code: -32800, message: 'cancelled' } });
    expect(await failureOf(answer)).toEqual({
      code: 'agent.refused',
      method: 'session/list',
      rpcCode: -32800,
      message: 'cancelled',
    });
  });

  it('lets an agent take its request back, and answers it with -32800', async () => {
    let context: RequestContext | undefined;
    const { say, heard } = open({
      onRequest: (_, __, given) => {
        context = given;
        return new Promise(() => undefined);
      },
    });
    say({ id: 'r1', method: 'session/request_permission', params: {} });
    say({ method: '$/cancel_request', params: { requestId: 'nobody' } });
    say({ method: '$/cancel_request', params: null });
    say({ method: '$/cancel_request', params: { requestId: 'r1' } });
    expect(await heard()).toMatchObject({ id: 'r1', error: { code: -32800 } });
    expect(context?.jsonrpcId).toBe('r1');
    expect(context?.signal.aborted).toBe(true);
    expect(context?.signal.reason).toBe('withdrawn');
  });

  it('tells a handler when its answer is on the wire, so that what waits for that comes behind it', async () => {
    const { connection, say, heard } = open({
      onRequest: (_, __, { answered }) => {
        void answered.then(() => connection.request('session/prompt', prompt).catch(() => undefined));
        // Longer than any prompt of its own accord would take.
        return new Promise((resolve) => void setImmediate(() => resolve({ outcome: { outcome: 'cancelled' } })));
      },
    });
    say({ id: 'r1', method: 'session/request_permission', params: {} });
    expect(await heard()).toMatchObject({ id: 'r1', result: { outcome: { outcome: 'cancelled' } } });
    expect(await heard()).toMatchObject({ method: 'session/prompt' });
  });

  it('tells so too of answers that nobody can hear any more, and of ids that an agent uses twice', async () => {
    const answered: Promise<void>[] = [];
    let settle: (answer: unknown) => void = () => undefined;
    const { connection, say, heard } = open({
      onRequest: (_, __, context) => {
        answered.push(context.answered);
        return new Promise((resolve) => (settle = resolve));
      },
    });
    say({ id: 1, method: 'fs/read_text_file' }, { id: 1, method: 'fs/read_text_file' }, { id: 2, method: 'other' });
    await eventually('all came', () => answered.length === 3);
    settle({});
    expect(await heard()).toMatchObject({ id: 2 });
    await answered[2];
    connection.close({ code: 'agent.stopped' });
    await Promise.all(answered);
  });

  it('answers what a handler refuses with its code, and never dies of it', async () => {
    const { say, heard } = open({
      onRequest: (method) => {
        if (method === 'unknown') return Promise.reject(new ResponseError(-32601, 'unknown method'));
        if (method === 'throws') throw new Error('at once');
        return Promise.reject(new AppFailure({ code: 'file.notFound', path: '/x' }));
      },
    });
    say({ id: 0, method: 'unknown' });
    expect(await heard()).toMatchObject({ id: 0, error: { code: -32601 } });
    say({ id: 1, method: 'fs/read_text_file', params: {} });
    expect(await heard()).toMatchObject({ id: 1, error: { code: -32002, message: 'no such file: /x' } });
    say({ id: 2, method: 'throws', params: [1, 2] });
    expect(await heard()).toMatchObject({ id: 2, error: { code: -32603, message: 'at once' } });
  });

  it('goes on when a handler of updates or notifications throws', async () => {
    const faults: AppError[] = [];
    const { connection, say, heard } = open({
      onUpdate: () => {
        throw new Error('a defect');
      },
      onNotification: () => {
        throw new Error('another');
      },
      onFault: (error) => faults.push(error),
    });
    say(chunk('a'), { method: 'note', params: {} });
    const answer = connection.request('session/list', {});
    await heard();
    say({ id: 0, result: { sessions: [] } });
    expect(await answer).toEqual({ sessions: [] });
    expect(faults.map((fault) => fault.code)).toEqual(['engine.failed', 'engine.failed']);
  });

  it('gives an update without a session id to the notifications, and keeps noise for the inspector', async () => {
    const { connection, say, heard, stdout, log, wiretap } = open();
    stdout.write('banner\n');
    say({ method: 'session/update', params: { update: {} } }, { method: '_auth/status_update' });
    const answer = connection.request('session/list', {});
    await heard();
    say({ id: 0, result: {} });
    await answer;
    expect(log).toEqual(['session/update', '_auth/status_update']);
    expect(noiseIn(wiretap)).toEqual(['banner']);
  });

  it('tells a refusal with what the agent put into data, and a missing sign-in with its methods', async () => {
    const { connection, say, heard } = open();
    const started = connection.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'signalbox', version: '0' },
    });
    await heard();
    say({ id: 0, result: { protocolVersion: 1, authMethods: [{ id: 'login', name: 'Log in' }] } });
    await started;
    const first = connection.request('session/new', { cwd: '/p', mcpServers: [] });
    await heard();
    say({ id: 1, error: { code: -32000, message: 'Authentication required' } });
    expect(await failureOf(first)).toEqual({
      code: 'agent.authRequired',
      message: 'Authentication required',
      methods: [{ id: 'login', name: 'Log in', type: 'agent' }],
    });
    const second = connection.request('session/new', { cwd: '/p', mcpServers: [] });
    await heard();
    say({ id: 2, error: { code: -32603, message: 'Internal error', data: { details: 'no network' } } });
    expect(await failureOf(second)).toMatchObject({ rpcCode: -32603, message: 'Internal error: no network' });
    const third = connection.request('session/new', { cwd: '/p', mcpServers: [] });
    await heard();
    say({ id: 3, result: {} });
    expect(await failureOf(third)).toMatchObject({ code: 'agent.badAnswer', method: 'session/new' });
  });

  it('takes an error that says sign in for a missing sign-in, but not where signing in itself failed so', async () => {
    const { connection, say, heard } = open();
    const created = connection.request('session/new', { cwd: '/p', mcpServers: [] });
    await heard();
    say({ id: 0, error: { code: -32603, message: 'Internal error', data: { details: 'Not logged in' } } });
    expect(await failureOf(created)).toEqual({
      code: 'agent.authRequired',
      message: 'Internal error: Not logged in',
      methods: [],
    });
    const signedIn = connection.request('authenticate', { methodId: 'login' });
    await heard();
    const url = 'https://example.com/login?code=1';
    say({ id: 1, error: { code: -32602, message: 'Login required, but the browser did not open', data: { url } } });
    expect(await failureOf(signedIn)).toMatchObject({
      code: 'agent.refused',
      message: `Login required, but the browser did not open ${url}`,
    });
  });

  it('gives up only where a deadline was asked for, tells the agent, and ignores the late answer', async () => {
    const { connection, say, heard, clock } = open();
    const slow = connection.request('session/list', {}, { deadlineMs: 5_000 });
    await heard();
    clock.fire(5_000);
    expect(await failureOf(slow)).toEqual({ code: 'agent.noAnswer', method: 'session/list', seconds: 5 });
    expect(await heard()).toMatchObject({ method: '$/cancel_request', params: { requestId: 0 } });
    say({ id: 0, result: { sessions: [] } });
    const turn = connection.request('session/prompt', prompt);
    await heard();
    expect(clock.timers.size).toBe(0);
    say({ id: 1, result: { stopReason: 'end_turn' } });
    await turn;
  });

  it('refuses to send what its own schema does not allow', async () => {
    const { connection, stdin } = open();
    expect(await failureOf(connection.request('session/prompt', { sessionId: 's', prompt: [] }))).toMatchObject({
      code: 'engine.failed',
    });
    expect(stdin.readableLength).toBe(0);
  });
});

describe('the end of a connection', () => {
  it('fails what is pending when the output ends before the answer (AC-53)', async () => {
    const exited: AppError = { code: 'agent.exited', exitCode: 1, signal: null, stderrTail: 'boom' };
    const { connection, say, stdout, heard, log } = open({}, exited);
    const turn = connection.request('session/prompt', prompt);
    await heard();
    say(chunk('half'));
    stdout.end();
    expect(await failureOf(turn)).toEqual(exited);
    expect(await connection.closed).toEqual(exited);
    expect(log).toEqual(['half']);
    expect(await failureOf(connection.request('session/list', {}))).toEqual(exited);
  });

  it('still takes an answer that stands right before the end, without a newline', async () => {
    const { connection, stdout, heard } = open();
    const turn = connection.request('session/prompt', prompt);
    await heard();
    stdout.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: { stopReason: 'refusal' } }));
    expect((await turn).stopReason).toBe('refusal');
    expect((await connection.closed).code).toBe('agent.outputEnded');
  });

  it('still takes what a gone agent left in the pipe, and waits half a second for a pipe that stays open', async () => {
    const gone: AppError = { code: 'agent.exited', exitCode: 0, signal: null, stderrTail: '' };
    const { connection, say, stdout, heard } = open();
    const turn = connection.request('session/prompt', prompt);
    await heard();
    connection.closeAfterOutput(gone);
    say({ id: 0, result: { stopReason: 'end_turn' } });
    stdout.end();
    expect((await turn).stopReason).toBe('end_turn');
    expect(await connection.closed).toEqual(gone);

    const held = open();
    held.connection.closeAfterOutput(gone);
    held.clock.fire(500);
    expect(await held.connection.closed).toEqual(gone);
  });

  it('ends with the sizes when a frame is too large', async () => {
    const stdout = new PassThrough();
    const clock = new TestClock();
    const connection = new Connection({
      stdout,
      stdin: new PassThrough(),
      clock,
      wiretap: new Wiretap(clock),
      frameLimit: 1_000,
      explainEnd: () => Promise.resolve({ code: 'agent.stopped' }),
      handlers: {
        onUpdate: () => undefined,
        onRequest: () => Promise.resolve(null),
        onNotification: () => undefined,
        onFault: () => undefined,
      },
    });
    stdout.write('x'.repeat(2_000));
    expect(await connection.closed).toEqual({ code: 'agent.frameTooLarge', bytes: 2_000, limit: 1_000 });
  });

  it('aborts the requests of the agent, and lets them answer into nothing', async () => {
    let answer: ((value: unknown) => void) | undefined;
    let signal: AbortSignal | undefined;
    let arrived: (() => void) | undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const { connection, say, stdin } = open({
      onRequest: (_, __, context) => {
        signal = context.signal;
        arrived?.();
        return new Promise((settle) => (answer = settle));
      },
    });
    say({ id: 0, method: 'session/request_permission', params: {} });
    await arrival;
    connection.close({ code: 'agent.stopped' });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBe('closed');
    answer?.({});
    await new Promise<void>((resolve) => setImmediate(resolve));
    await connection.notify('session/cancel', { sessionId: 's' });
    expect(stdin.readableLength).toBe(0);
    expect(await connection.closed).toEqual({ code: 'agent.stopped' });
  });

  it('closes when a real child is killed in the middle of a turn', async () => {
    const child = spawn(
      process.execPath,
      [
        '-e',
        `process.stdin.once('data', () => { process.stdout.write('{"jsonrpc":"2.0","met'); process.kill(process.pid, 'SIGKILL'); })`,
      ],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    const exit = once(child, 'exit');
    const clock = new TestClock();
    const wiretap = new Wiretap(clock);
    const connection = new Connection({
      stdout: child.stdout,
      stdin: child.stdin,
      clock,
      wiretap,
      explainEnd: async () => {
        await exit;
        return { code: 'agent.exited', exitCode: child.exitCode, signal: child.signalCode, stderrTail: '' };
      },
      handlers: {
        onUpdate: () => undefined,
        onRequest: () => Promise.resolve(null),
        onNotification: () => undefined,
        onFault: () => undefined,
      },
    });
    expect(await failureOf(connection.request('session/prompt', prompt))).toMatchObject({
      code: 'agent.exited',
      signal: 'SIGKILL',
    });
    expect(noiseIn(wiretap)).toEqual(['{"jsonrpc":"2.0","met']);
    await connection.notify('session/cancel', { sessionId: 's' });
  });
});
