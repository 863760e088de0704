import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, isAlive, stubbornAgent, stubbornPids, wallClock } from '../../../tests/agents/processHelpers';
import { readStartTime, type ProcessRow } from './processTable';
import { endTree, findTree, listDescendants, noteTree } from './processTree';

const started: { child: ChildProcess; runId: string; pids: number[] }[] = [];

async function startStubborn(runId: string, ...flags: string[]): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn(process.execPath, [stubbornAgent, ...flags], {
    detached: true,
    env: { PATH: process.env['PATH'], SIGNALBOX_RUN: runId },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const pids = await stubbornPids(child.stdout);
  started.push({ child, runId, pids });
  return { child, pids };
}

// What a failed test leaves; where all went well there is nothing.
afterEach(async () => {
  for (const { child, runId } of started.splice(0)) {
    child.kill('SIGKILL');
    await endTree({ leader: undefined, mark: `SIGNALBOX_RUN=${runId}` }, { clock: wallClock, graceMs: 0 });
  }
});

async function leaderOf(pid: number, source?: 'proc' | 'ps'): Promise<{ pid: number; startTime: string }> {
  return { pid, startTime: (await readStartTime(pid, source)) ?? 'none' };
}

const sorted = (pids: number[]): number[] => pids.toSorted((a, b) => a - b);

const row = (pid: number, ppid: number, pgid: number, startTime = 's', marks: string[] = []): ProcessRow => ({
  pid,
  ppid,
  pgid,
  startTime,
  marks,
});

describe('which processes belong to a tree', () => {
  const leader = { pid: 10, startTime: 's' };

  it('takes the group, the descendants, what carries the mark, and the descendants of those', () => {
    const table = [
      row(10, 5, 10),
      row(11, 10, 11),
      row(12, 11, 12),
      row(13, 1, 10),
      row(14, 1, 14, 's', ['SIGNALBOX_RUN=a']),
      row(15, 14, 15),
      row(16, 1, 16, 's', ['SIGNALBOX_RUN=ab']),
      row(17, 5, 17),
    ];
    const found = findTree(table, { leader, group: 10, mark: 'SIGNALBOX_RUN=a' });
    expect(sorted(found.map(({ pid }) => pid))).toEqual([10, 11, 12, 13, 14, 15]);
  });

  it('leaves a number alone whose start time is another, and the group that bears it', () => {
    const table = [row(10, 1, 10, 'later'), row(11, 10, 10, 'later'), row(12, 1, 12, 'later')];
    expect(findTree(table, { leader, group: 10 }, [{ pid: 12, startTime: 's' }])).toEqual([]);
    expect(findTree(table, { leader: undefined, group: 10 })).toEqual([]);
  });

  it('keeps what was noted earlier although its parent is gone', () => {
    const table = [row(12, 1, 12), row(13, 12, 13)];
    expect(findTree(table, { leader, group: 10 }, [{ pid: 12, startTime: 's' }])).toHaveLength(2);
  });

  it('never holds this process or the first one', () => {
    const table = [row(1, 0, 1), row(process.pid, 10, 10), row(10, 1, 10)];
    expect(findTree(table, { leader, group: 10 }, [{ pid: 1, startTime: 's' }]).map(({ pid }) => pid)).toEqual([10]);
  });
});

describe('ending a tree', () => {
  it('ends an agent and its tools in other sessions that all ignore SIGTERM', async () => {
    const { child, pids } = await startStubborn('tree-1');
    const leader = await leaderOf(child.pid!);
    const remained = await endTree(
      { leader, group: child.pid, mark: 'SIGNALBOX_RUN=tree-1' },
      { clock: wallClock, graceMs: 200 },
    );
    expect(remained).toEqual([]);
    expect(pids).toHaveLength(4);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.each(['proc', 'ps'] as const)('finds tools without the mark by their parents, read through %s', async (source) => {
    const { child, pids } = await startStubborn('tree-2', '--tool-without-mark');
    const leader = await leaderOf(child.pid!, source);
    await endTree({ leader, group: child.pid }, { clock: wallClock, graceMs: 100, source });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('finds by the mark what is left after the agent is dead', async () => {
    const { child, pids } = await startStubborn('tree-3');
    child.kill('SIGKILL');
    await eventually('the agent is dead', () => !isAlive(child.pid!));
    expect(pids.filter(isAlive)).toHaveLength(3);
    await endTree({ leader: undefined, mark: 'SIGNALBOX_RUN=tree-3' }, { clock: wallClock, graceMs: 100 });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('ends what was noted before the agent died, without mark and parent', async () => {
    const { child, pids } = await startStubborn('tree-4', '--tool-without-mark');
    const tree = { leader: await leaderOf(child.pid!), group: child.pid! };
    const noted = await noteTree(tree);
    child.kill('SIGKILL');
    await eventually('the agent is dead', () => !isAlive(child.pid!));
    await endTree(tree, { clock: wallClock, graceMs: 100, noted });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('does not signal a process that has taken over a remembered number', async () => {
    const { child, pids } = await startStubborn('tree-5');
    const leader = { pid: child.pid!, startTime: '1' };
    const noted = pids.map((pid) => ({ pid, startTime: '1' }));
    expect(await endTree({ leader, group: child.pid }, { clock: wallClock, graceMs: 50, noted })).toEqual([]);
    expect(pids.filter(isAlive)).toEqual(pids);
    await endTree({ leader: undefined, mark: 'SIGNALBOX_RUN=tree-5' }, { clock: wallClock, graceMs: 0 });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('lets a process that obeys SIGTERM clean up, and does not send it twice', async () => {
    const script = `let n = 0; process.on('SIGTERM', () => { n += 1; setTimeout(() => process.exit(40 + n), 300); });
      setInterval(() => {}, 1000); console.log('[0]')`;
    const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await stubbornPids(child.stdout);
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    await endTree({ leader: await leaderOf(child.pid!), group: child.pid }, { clock: wallClock, graceMs: 5000 });
    expect(await exited).toBe(41);
  });
});

describe('whether a process is at work', () => {
  it('knows its descendants', async () => {
    const { child, pids } = await startStubborn('tree-6');
    const descendants = await listDescendants(child.pid!);
    expect(sorted(descendants.map(({ pid }) => pid))).toEqual(sorted(pids.slice(1)));
  });
});
