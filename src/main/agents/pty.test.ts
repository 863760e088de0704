import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsOf, optionalString } from '@shared/acp/lenient';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, wallClock } from '../../../tests/agents/processHelpers';
import { agentEnvironment } from './environment';
import { type Guard, startGuard } from './guard';
import type { Pty } from './pty';
import { PtyOutput } from './ptyOutput';
import { Ptys } from './ptys';
import { openRunRecords, type RunRecords } from './runRecords';

let folder: string;
let guard: Guard;
let records: RunRecords;
let ptys: Ptys;
let runs = 0;
const faults: unknown[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-pty-')));
  guard = startGuard({ graceMs: 100 });
  records = await openRunRecords({
    file: join(folder, 'runs.jsonl'),
    onFailure: (error) => faults.push(error),
  });
  ptys = new Ptys({ clock: wallClock, guard, records, stopAfterMs: 200, newId: () => `pty-${runs}` });
});

afterEach(async () => {
  if (!(await ptys.closeAll())) faults.push('a terminal could not be ended');
  await guard.close();
  rmSync(folder, { recursive: true });
  if (faults.length > 0) throw new Error(String(faults.splice(0)[0]));
});

async function start(script: string): Promise<Pty> {
  runs += 1;
  const runId = `pty-run-${process.pid}-${runs}`;
  const env = agentEnvironment(process.env, {}, runId);
  const started = await ptys.start({ agentId: 'fake', runId, command: 'sh', args: ['-c', script], env, cwd: folder });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value;
}

/** Resolves with all that the terminal wrote once it matches; a page's way to it. */
function said(pty: Pty, pattern: RegExp): Promise<string> {
  const source = ptys.source(pty.ptyId);
  if (!source.ok) throw new Error(source.error.code);
  return new Promise((resolve) => {
    let text = '';
    const look = (more: string): void => {
      text += more;
      if (pattern.test(text)) resolve(text);
    };
    source.value.listen((frame) => look(optionalString(fieldsOf(frame)['text']) ?? ''));
    look(optionalString(fieldsOf(source.value.snapshot())['output']) ?? '');
  });
}

describe('a program in a terminal', () => {
  it('has a real terminal of the size that the page says, and hears what is typed', async () => {
    const pty = await start('test -t 0 && test -t 1 && echo "a $TERM"; read line; echo "got $line"; stty size');
    await said(pty, /a xterm-256color/);
    ptys.resize(pty.ptyId, 101, 31);
    ptys.write(pty.ptyId, 'süß 你好\r');
    const text = await said(pty, /31 101/);
    expect(text).toContain('got süß 你好');
    expect(await pty.exited).toEqual({ exitCode: 0, signal: null });
    // Late keys and sizes of a page that does not know yet.
    expect(ptys.write(pty.ptyId, 'x')).toEqual({ ok: true, value: null });
    expect(ptys.resize(pty.ptyId, 80, 24)).toEqual({ ok: true, value: null });
  });

  it('is ended with all that it started, however deaf, and is known no more', async () => {
    const pty = await start(`trap '' TERM HUP; (trap '' TERM HUP; setsid sleep 600 & echo "child $!"; wait) & wait`);
    const child = Number(/child (\d+)/.exec(await said(pty, /child \d+\r/))?.[1]);
    expect(isAlive(child)).toBe(true);
    await ptys.close(pty.ptyId);
    expect(isAlive(child)).toBe(false);
    expect(ptys.source(pty.ptyId)).toMatchObject({ ok: false, error: { code: 'terminal.unknown' } });
    expect(await records.sweep(wallClock)).toMatchObject({ runs: [] });
  });

  it('ends what it left in the background after its own end', async () => {
    const pty = await start(`setsid sleep 600 > /dev/null 2>&1 < /dev/null & echo "child $!"`);
    const child = Number(/child (\d+)/.exec(await said(pty, /child \d+\r/))?.[1]);
    await pty.exited;
    await ptys.close(pty.ptyId);
    expect(isAlive(child)).toBe(false);
  });

  it('is not started once all were ended, and one that was just starting is ended too', async () => {
    const starting = start('sleep 600');
    const gone = ptys.closeAll();
    const pty = await starting;
    expect(await gone).toBe(true);
    await pty.exited;
    const request = { agentId: 'fake', runId: 'r', env: agentEnvironment(process.env, {}, 'r'), cwd: folder };
    expect(await ptys.start({ ...request, command: 'sh', args: ['-c', 'true'] })).toEqual({
      ok: false,
      error: { code: 'agent.stopped' },
    });
    expect(await records.sweep(wallClock)).toMatchObject({ runs: [] });
  });

  it('fails with a value where there is no such program or folder', async () => {
    const request = { agentId: 'fake', runId: 'r', args: [], env: agentEnvironment(process.env, {}, 'r') };
    expect(await ptys.start({ ...request, command: 'no-such-program', cwd: folder })).toMatchObject({
      error: { code: 'terminal.failed', command: 'no-such-program' },
    });
    expect(await ptys.start({ ...request, command: 'sh', cwd: join(folder, 'gone') })).toMatchObject({
      error: { code: 'project.missing' },
    });
  });
});

describe('the output that is kept', () => {
  it('is the end of it, from the start of a line', () => {
    const output = new PtyOutput(20);
    for (let line = 0; line < 100; line += 1) output.push(`line ${line}\r\n`);
    expect(output.toString()).toBe('line 98\r\nline 99\r\n');
  });

  it('is cut between characters where there is no line', () => {
    const output = new PtyOutput(5);
    output.push('a😀😀😀');
    expect(output.toString()).toBe('😀😀');
  });
});
