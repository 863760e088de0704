import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, wallClock } from '../../../tests/agents/processHelpers';
import { agentEnvironment } from './environment';
import { startGuard, type Guard } from './guard';
import { Terminals, type TerminalEvent, type TerminalPlace, type TerminalRequest } from './terminals';

let folder: string;
let guard: Guard;
let terminals: Terminals;
let place: TerminalPlace;
let events: TerminalEvent[];
let ids = 0;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-terminal-')));
  guard = startGuard({ graceMs: 100 });
  terminals = new Terminals({
    clock: wallClock,
    guard,
    stopAfterMs: 200,
    newId: () => `term-${process.pid}-${(ids += 1)}`,
  });
  place = { cwd: folder, env: agentEnvironment(process.env, { SHELL: '/bin/sh' }, `terminal-run-${process.pid}`) };
  events = [];
  terminals.onEvent((event) => events.push(event));
});

afterEach(async () => {
  await terminals.closeAll();
  await guard.close();
  rmSync(folder, { recursive: true });
});

async function create(request: Omit<TerminalRequest, 'sessionId'>, sessionId = 's1'): Promise<string> {
  const created = await terminals.create({ sessionId, ...request }, place);
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  return created.value;
}

/** Resolves with what a terminal has said once it matches. */
function said(terminalId: string, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const result = terminals.output('s1', terminalId);
      if (!result.ok || !pattern.test(result.value.output)) return;
      stop();
      resolve(result.value.output);
    };
    const stop = terminals.onEvent(look);
    look();
  });
}

async function run(request: Omit<TerminalRequest, 'sessionId'>): Promise<{ output: string; exitCode: number | null }> {
  const id = await create(request);
  const exit = await terminals.waitForExit('s1', id);
  const output = terminals.output('s1', id);
  if (!exit.ok || !output.ok) throw new Error('no such terminal');
  return { output: output.value.output, exitCode: exit.value.exitCode };
}

it.each([{ args: ['--version'] }, { args: undefined }])(
  'AC-43: npm by its bare name answers, on Windows too where it is a batch file (arguments: $args)',
  async ({ args }) => {
    const command = args === undefined ? 'npm --version' : 'npm';
    const { output, exitCode } = await run({ command, args });
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+/m);
  },
);

describe('a terminal', () => {
  it('runs a command with arguments as they are, in the folder of the session, with the environment it asks for', async () => {
    const script =
      'console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.A, process.env.SIGNALBOX_RUN]))';
    const env = [
      { name: 'A', value: '1' },
      { name: 'SIGNALBOX_RUN', value: 'elsewhere' },
    ];
    const { output } = await run({ command: 'node', args: ['-e', script, '$A', 'b c', ''], env });
    expect(JSON.parse(output)).toEqual([['$A', 'b c', ''], folder, '1', `terminal-run-${process.pid}`]);
  });

  it('holds both streams and the exit code once it has ended', async () => {
    const id = await create({ command: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'] });
    expect(await terminals.waitForExit('s1', id)).toEqual({ ok: true, value: { exitCode: 3, signal: null } });
    const output = terminals.output('s1', id);
    expect(output).toMatchObject({ ok: true, value: { truncated: false, exitStatus: { exitCode: 3, signal: null } } });
    expect(output.ok && output.value.output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
    expect(terminals.hasLive('s1')).toBe(false);
  });

  it('runs a whole command line that was put into the command, with quotes and pipes', async () => {
    expect(await run({ command: `printf 'a b\\n' | tr a c && echo "$((1 + 1))"`, args: [] })).toEqual({
      output: 'c b\n2\n',
      exitCode: 0,
    });
    expect(await run({ command: 'no-such-command with args', args: null })).toMatchObject({ exitCode: 127 });
  });

  it('runs a program whose path has spaces as a program', async () => {
    const path = join(folder, 'a program');
    writeFileSync(path, '#!/bin/sh\necho ran\n', { mode: 0o755 });
    expect(await run({ command: path })).toEqual({ output: 'ran\n', exitCode: 0 });
  });

  it('says when there is no such command or folder', async () => {
    const fails = (request: Omit<TerminalRequest, 'sessionId'>) =>
      terminals.create({ sessionId: 's1', ...request }, place);
    expect(await fails({ command: 'no-such-command' })).toMatchObject({ error: { code: 'terminal.failed' } });
    expect(await fails({ command: 'no such', args: ['x'] })).toMatchObject({ error: { code: 'terminal.failed' } });
    expect(await fails({ command: 'sh', cwd: join(folder, 'gone') })).toMatchObject({
      error: { code: 'terminal.failed' },
    });
    expect(await fails({ command: 'sh', cwd: 'relative' })).toMatchObject({ error: { code: 'terminal.failed' } });
  });

  it('keeps the end of a long output and says that it was cut', async () => {
    const id = await create({ command: 'sh', args: ['-c', 'printf "%s" "€€€€"'], outputByteLimit: 7 });
    await terminals.waitForExit('s1', id);
    expect(terminals.output('s1', id)).toMatchObject({ value: { output: '€€', truncated: true } });
  });

  it('tells its output as it comes', async () => {
    const id = await create({ command: 'sh', args: ['-c', 'echo one; read x < /dev/zero & wait; echo two'] });
    await said(id, /one/);
    expect(terminals.hasLive('s1')).toBe(true);
    expect(events.filter((event) => event.kind === 'output').map((event) => event.text)).toEqual(['one\n']);
    await terminals.kill('s1', id);
  });

  it('is killed with all that it started, and its output stays readable', async () => {
    const script = `trap '' TERM; setsid sh -c "trap '' TERM; echo \\$\\$; exec sleep 1000" & echo $$; wait; sleep 1000`;
    const id = await create({ command: 'sh', args: ['-c', script] });
    const pids = (await said(id, /\d+\n\d+\n/)).trim().split('\n').map(Number);
    expect(await terminals.kill('s1', id)).toEqual({ ok: true, value: null });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(terminals.output('s1', id)).toMatchObject({ value: { exitStatus: { exitCode: null, signal: 'SIGKILL' } } });
    expect(await terminals.waitForExit('s1', id)).toMatchObject({ value: { signal: 'SIGKILL' } });
  });

  it('is killed alone: another terminal of the same run goes on', async () => {
    const other = await create({ command: 'sh', args: ['-c', 'echo $$; exec sleep 1000'] });
    const pid = Number(await said(other, /\d+\n/));
    const id = await create({ command: 'sleep', args: ['1000'] });
    await terminals.kill('s1', id);
    expect(isAlive(pid)).toBe(true);
  });

  it('lets a command leave a server in the background, and takes it along when it is released', async () => {
    const id = await create({ command: 'sh', args: ['-c', 'sleep 1000 & echo $!'] });
    expect(await terminals.waitForExit('s1', id)).toMatchObject({ value: { exitCode: 0 } });
    const output = terminals.output('s1', id);
    const pid = Number(output.ok && output.value.output);
    expect(isAlive(pid)).toBe(true);
    await terminals.release('s1', id);
    expect(isAlive(pid)).toBe(false);
  });

  it('is unknown once it is released, but its last output is told', async () => {
    const id = await create({ command: 'sh', args: ['-c', 'echo last; exec sleep 1000'] });
    await said(id, /last/);
    const waiting = terminals.waitForExit('s1', id);
    await terminals.release('s1', id);
    expect(await waiting).toMatchObject({ ok: true, value: { signal: 'SIGTERM' } });
    const unknown = { ok: false, error: { code: 'terminal.unknown', terminalId: id } };
    expect(terminals.output('s1', id)).toEqual(unknown);
    expect(await terminals.waitForExit('s1', id)).toEqual(unknown);
    expect(await terminals.kill('s1', id)).toEqual(unknown);
    expect(await terminals.release('s1', id)).toEqual(unknown);
    expect(events.at(-1)).toMatchObject({ kind: 'released', terminalId: id, last: { output: 'last\n' } });
  });

  it('belongs to its session alone, and ends with it', async () => {
    const id = await create({ command: 'sleep', args: ['1000'] });
    const other = await create({ command: 'sleep', args: ['1000'] }, 's2');
    expect(terminals.output('s2', id)).toMatchObject({ error: { code: 'terminal.unknown' } });
    const late = terminals.create({ sessionId: 's1', command: 'sleep', args: ['1000'] }, place);
    await terminals.closeAll('s1');
    expect((await late).ok).toBe(true);
    expect([terminals.hasLive('s1'), terminals.hasLive('s2')]).toEqual([false, true]);
    expect(terminals.output('s2', other)).toMatchObject({ ok: true });
  });
});
