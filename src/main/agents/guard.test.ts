import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, isAlive, stubbornAgent, stubbornPids, wallClock } from '../../../tests/agents/processHelpers';
import { startOwner } from '../../../tests/agents/startOwner';
import { timed } from '../../../tests/support/withinTime';
import { guardOfFirstRun, startGuard } from './guard';
import { guardScript } from './guardScript';
import { readStartTime } from './processTable';
import { endTree } from './processTree';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-guard-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const gone = (pids: number[]): (() => boolean) => {
  return () => pids.every((pid) => !isAlive(pid));
};

describe('the guard', () => {
  it('AC-44: leaves nothing of three stubborn trees when the engine is killed with -9, and ends itself', async () => {
    const args = [join(folder, 'a.jsonl'), 'proc', 'guarded', 'guard-a1', 'guard-a2', 'guard-a3'];
    const owner = await startOwner(folder, args);
    expect(owner.pids).toHaveLength(12);
    expect(owner.pids.every(isAlive)).toBe(true);
    owner.child.kill('SIGKILL');
    const { took, allowed } = await timed(5000, () => eventually('all trees are gone', gone(owner.pids)));
    expect(took).toBeLessThan(allowed);
    await eventually('the guard has ended', () => !isAlive(owner.guard));
  });

  it('does the same without /proc, by groups and parents', async () => {
    const owner = await startOwner(folder, [join(folder, 'b.jsonl'), 'ps', 'guarded', 'guard-b1']);
    owner.child.kill('SIGKILL');
    const { took, allowed } = await timed(5000, () => eventually('the tree is gone', gone(owner.pids)));
    expect(took).toBeLessThan(allowed);
    expect(owner.pids).toHaveLength(4);
  });

  it('stays through the signals that end the engine, and carries no mark', async () => {
    const guard = startGuard({ graceMs: 100 });
    guard.add('guard-c');
    // A signal that comes before its shell has read the first line is another matter.
    await eventually('it listens', () => ignoresSigterm(guard.pid!));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(guard.pid!, signal);
    expect(readFileSync(`/proc/${guard.pid}/environ`, 'latin1')).not.toContain('SIGNALBOX');
    expect(isAlive(guard.pid!)).toBe(true);
    guard.remove('guard-c');
    await guard.close();
    expect(isAlive(guard.pid!)).toBe(false);
    await guard.close();
  });

  it('is no process before there is a run, and the same as any from then on', async () => {
    const guard = guardOfFirstRun({ graceMs: 100 });
    guard.remove('guard-y');
    expect(guard.pid).toBeUndefined();
    guard.add('guard-z');
    const first = guard.pid!;
    expect(isAlive(first)).toBe(true);
    guard.add('guard-y');
    expect(guard.pid).toBe(first);
    await guard.close();
    expect(isAlive(first)).toBe(false);
    await guardOfFirstRun().close();
  });

  it('exits on a line without touching a run that is still registered', async () => {
    const guard = startGuard({ graceMs: 100 });
    const sleeper = spawn('sleep', ['1000'], { env: { PATH: process.env['PATH'], SIGNALBOX_RUN: 'guard-d' } });
    guard.add('guard-d', { pid: sleeper.pid!, startTime: (await readStartTime(sleeper.pid!))! });
    await guard.close();
    expect(isAlive(sleeper.pid!)).toBe(true);
    sleeper.kill('SIGKILL');
  });

  it('ends at its end of file only registered runs, and no process that took over a number', async () => {
    const start = async (runId: string) => {
      const env = { PATH: process.env['PATH'], SIGNALBOX_RUN: runId };
      const child = spawn(process.execPath, [stubbornAgent], {
        detached: true,
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      return { pid: child.pid!, pids: await stubbornPids(child.stdout) };
    };
    const [other, removed, recycled, mine] = await Promise.all(
      ['guard-e', 'guard-e2', 'unrelated', 'guard-e1'].map(start),
    );
    const { child, guard } = await startOwner(folder, [join(folder, 'e.jsonl'), 'proc', 'guarded']);
    child.kill('SIGKILL');
    await eventually('a guard without runs ends at once', () => !isAlive(guard));

    const shell = spawn('/bin/sh', ['-c', guardScript, 'guard', 'proc', '2'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise((resolve) => {
      shell.once('exit', resolve);
    });
    shell.stdin.write(`add guard-e2 ${removed!.pid} ${await readStartTime(removed!.pid)}\n`);
    shell.stdin.write(`add guard-x ${recycled!.pid} 1\nadd guard-e1 0 -\n`);
    shell.stdin.end('remove guard-e2\n');
    await ended;
    expect(mine!.pids.filter(isAlive)).toEqual([]);
    for (const spared of [other!, removed!, recycled!]) expect(spared.pids.filter(isAlive)).toEqual(spared.pids);
    for (const mark of ['guard-e', 'guard-e2', 'unrelated']) {
      await endTree({ leader: undefined, mark: `SIGNALBOX_RUN=${mark}` }, { clock: wallClock, graceMs: 0 });
    }
  });

  it('starts anew when it is killed, and knows its runs again', async () => {
    let lost = 0;
    const guard = startGuard({ graceMs: 100, onLost: () => (lost += 1) });
    const first = guard.pid!;
    process.kill(first, 'SIGKILL');
    await eventually('a second guard', () => lost === 1);
    expect(guard.pid).not.toBe(first);
    expect(isAlive(guard.pid!)).toBe(true);
    await guard.close();
  });
});

function ignoresSigterm(pid: number): boolean {
  const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return ((Number.parseInt(ignored?.slice(-8) ?? '0', 16) >> (constants.signals.SIGTERM - 1)) & 1) === 1;
}
