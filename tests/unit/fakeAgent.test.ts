import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Line } from '../agents/lineClient';

let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-fake-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(config: Record<string, unknown> = {}): Line {
  const line = new Line(folder, config);
  children.push(line.child);
  return line;
}

describe('the fake agent', () => {
  it('echoes a plain prompt and plays the commands of a prompt in their order', async () => {
    // Its commands would come 50 ms after the session, whatever else comes then.
    const line = start({ commands: 'none' });
    const session = await line.open();
    expect((await line.prompt(session, 'hello')).result).toEqual({ stopReason: 'end_turn' });
    await line.prompt(session, '!say one \n!tool read\n!diff new\n!stream 5 0\n!usage 10 100\n!stop refusal');
    expect(line.said()).toContain('Echo: hello');
    expect(line.said()).toContain('chunk-4');
    expect(line.frames.at(-1)?.result).toEqual({ stopReason: 'refusal' });
  });

  it('asks everything that an agent can ask, numbering from 0, and logs the answers', async () => {
    const line = start();
    const session = await line.open();
    await line.prompt(
      session,
      '!permission\n!permission first two\n!question multi\n!plan underscore\n!todos\n!todos-merge\n!task\n!genimage a.png\n' +
        '!form\n!url\n!read /x\n!write /x y\n!terminal echo hi\n!unknown-request',
    );
    expect(new Set(line.requested())).toEqual(
      new Set([
        'session/request_permission',
        'cursor/ask_question',
        '_cursor/create_plan',
        'cursor/update_todos',
        'cursor/task',
        'cursor/generate_image',
        'elicitation/create',
        'fs/read_text_file',
        'fs/write_text_file',
        'terminal/create',
        'terminal/output',
        'terminal/wait_for_exit',
        'terminal/release',
        '_fake/unknown',
      ]),
    );
    const ids = line.frames.flatMap((frame) => (frame.id !== undefined && frame.method ? frame.id : []));
    expect(ids).toEqual(ids.map((_, index) => index));
    const plan = line.frames.find((frame) => frame.method === '_cursor/create_plan');
    expect(plan?.params).not.toHaveProperty('sessionId');
    expect(line.run.log().filter((entry) => entry.in && entry.in.method === undefined)).toHaveLength(ids.length);
  });

  it('frames badly on request: noise, carriage returns, empty lines, pieces of a few bytes', async () => {
    const line = start({ noise: ['banner'], noiseEvery: 2, crlf: true, emptyLines: true, splitBytes: 3 });
    const session = await line.open();
    await line.prompt(session, '!say 中文 🚂\n!noise 2');
    expect(line.said()).toBe('中文 🚂');
    expect(line.noise.length).toBeGreaterThan(4);
  });

  it('answers a cancel, keeps a deaf hang, and drops a cancel that is a request', async () => {
    const line = start();
    const session = await line.open();
    const hung = line.prompt(session, '!hang');
    line.write({ id: 7, method: 'session/cancel', params: { sessionId: session } });
    line.write({ method: 'session/cancel', params: { sessionId: session } });
    expect((await hung).result).toEqual({ stopReason: 'cancelled' });
    expect(line.run.log().some((entry) => entry.event === 'violation')).toBe(true);
  });

  it('crashes with the exit code or signal asked for, after some lines on stderr', async () => {
    const first = start();
    const session = await first.open();
    const stderr: string[] = [];
    first.child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
    const exited = once(first.child, 'close');
    first.prompt(session, '!say last words\n!crash 3').catch(() => undefined);
    expect(await exited).toEqual([3, null]);
    expect(stderr.join('')).toContain('something went badly wrong');
    expect(first.said()).toBe('last words');

    const second = start();
    const killed = once(second.child, 'close');
    second.prompt(await second.open(), '!crash SIGKILL').catch(() => undefined);
    expect(await killed).toEqual([null, 'SIGKILL']);
  });

  it('replays late and under new ids when told so, and refuses unknown sessions in the configured way', async () => {
    const first = start();
    const session = await first.open();
    await first.prompt(session, '!say one\n!tool read\n!say two');
    first.child.stdin.end();
    await once(first.child, 'exit');

    const second = start({ replay: 'late', replayIds: 'changed', loadResult: 'null', lateMs: 1 });
    await second.request('initialize', {});
    const load = await second.request('session/load', { sessionId: session, cwd: folder, mcpServers: [] });
    expect(load.result).toBeNull();
    const answered = second.frames.indexOf(load);
    const isLate = (): boolean =>
      second.frames.slice(answered).some((frame) => frame.params?.update?.content?.text === 'two');
    await second.until(() => (isLate() ? true : undefined));
    expect(JSON.stringify(second.frames)).toContain('replay-tool_');
    const refused = await second.request('session/load', { sessionId: 'nobody', cwd: folder, mcpServers: [] });
    expect(refused.error).toMatchObject({ code: -32602, message: 'Session "nobody" not found' });

    const resumeOnly = start({ sessions: 'resume', unknownSession: -32002 });
    await resumeOnly.request('initialize', {});
    const at = { sessionId: session, cwd: folder, mcpServers: [] };
    expect((await resumeOnly.request('session/load', at)).error?.code).toBe(-32601);
    expect((await resumeOnly.request('session/resume', at)).result?.configOptions).toBeDefined();
    expect((await resumeOnly.request('session/resume', { ...at, sessionId: 'x' })).error?.code).toBe(-32002);
  });

  it('wants a sign-in first, and sends what comes before the answer of session/new', async () => {
    const line = start({ auth: true, authMethods: [{ id: 'login', name: 'Log in' }], earlyUpdates: true });
    await line.request('initialize', {});
    const at = { cwd: folder, mcpServers: [] };
    expect((await line.request('session/new', at)).error?.code).toBe(-32000);
    await line.request('authenticate', { methodId: 'login' });
    const opened = await line.request('session/new', at);
    expect(line.said()).toBe('Before the answer. ');
    expect(line.frames.indexOf(opened)).toBe(line.frames.length - 1);
  });

  it('changes the parameters with the model, or offers legacy models', async () => {
    const line = start();
    const sessionId = await line.open();
    const set = await line.request('session/set_config_option', { sessionId, configId: 'model', value: 'thinker' });
    expect(set.result?.configOptions?.map(({ id }) => id)).toEqual(['model', 'effort', 'fast']);
    const legacy = start({ options: 'legacy' });
    const other = await legacy.open();
    expect((await legacy.request('session/set_model', { sessionId: other, modelId: 'plain' })).error).toBeUndefined();
    expect((await legacy.request('session/set_config_option', { sessionId: other })).error?.code).toBe(-32601);
  });

  it('leaves children and grandchildren behind that only SIGKILL ends', async () => {
    const line = start();
    const session = await line.open();
    await line.prompt(session, '!fork 1');
    const started = (): number[] =>
      line.run.log().flatMap((entry) => (entry.event === 'child' ? (entry.child ?? []) : []));
    // The grandchild tells of itself in the log; each round trip gives it time to.
    while (started().length < 2) await line.request('ping', {});
    const pids = started();
    for (const pid of pids) {
      process.kill(pid, 'SIGTERM');
      expect(() => process.kill(pid, 0)).not.toThrow();
      process.kill(pid, 'SIGKILL');
    }
  });

  it('streams a file at a rate, and acts after the turn', async () => {
    const line = start();
    const session = await line.open();
    const file = join(folder, 'answer.md');
    await writeFile(file, '# Title\n\nSome text.');
    const done = await line.prompt(session, `!file ${file} 4 500\n!later 1 !say afterwards`);
    await line.until(() => (line.said().includes('afterwards') ? true : undefined));
    const late = line.frames.findIndex((frame) => frame.params?.update?.content?.text === 'afterwards');
    expect(late).toBeGreaterThan(line.frames.indexOf(done));
    expect(line.said()).toContain('# Title\n\nSome text.');
  });

  it('puts a whole huge result on one line', async () => {
    const line = start();
    const session = await line.open();
    await line.prompt(session, '!huge 5');
    expect(Math.max(...line.frames.map((frame) => JSON.stringify(frame).length))).toBeGreaterThan(5 * 1024 * 1024);
  });
});
