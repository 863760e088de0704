import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, isAlive, wallClock } from '../../../tests/agents/processHelpers';
import { startOwner } from '../../../tests/agents/startOwner';
import { openRunRecords, type RunRecords } from './runRecords';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-runs-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const lines = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function records(
  file: string,
  onFailure = (error: unknown): void => {
    throw error;
  },
): Promise<RunRecords> {
  return openRunRecords({ file, onFailure, graceMs: 200 });
}

describe('the run records', () => {
  it('hold a run from before its spawn until its tree is gone', async () => {
    const file = join(folder, 'life.jsonl');
    const runs = await records(file);
    await runs.began('r1', 'cursor');
    expect(lines(file)).toMatchObject([{ runId: 'r1', agentId: 'cursor' }]);
    await Promise.all([runs.started('r1', { pid: 7, startTime: '8' }), runs.began('r2', 'claude')]);
    expect(lines(file)).toMatchObject([{ runId: 'r1', leader: { pid: 7, startTime: '8' } }, { runId: 'r2' }]);
    await runs.ended('r1');
    await runs.ended('r2');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('end at the next start what an engine without guard left behind, then are empty', async () => {
    const file = join(folder, 'sweep.jsonl');
    const owner = await startOwner(folder, [file, 'proc', 'unguarded', 'sweep-1', 'sweep-2']);
    owner.child.kill('SIGKILL');
    await eventually('the engine is dead', () => !isAlive(owner.child.pid!));
    expect(owner.pids.filter(isAlive)).toHaveLength(8);
    const report = await (await records(file)).sweep(wallClock);
    expect(report).toEqual({ runs: ['sweep-1', 'sweep-2'], found: 8, remained: [], unreadable: 0 });
    expect(owner.pids.filter(isAlive)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('never lead to a process that merely has a recorded number, nor to one of another boot', async () => {
    const file = join(folder, 'recycled.jsonl');
    const owner = await startOwner(folder, [join(folder, 'own.jsonl'), 'proc', 'guarded', 'alive-1']);
    const [pid] = owner.pids;
    const Line = z.object({ boot: z.string(), leader: z.object({ startTime: z.string() }) });
    const own = Line.parse(lines(join(folder, 'own.jsonl'))[0]);
    const old = { runId: 'old-1', agentId: 'a', boot: own.boot, leader: { pid, startTime: '1' } };
    const otherBoot = { runId: 'old-2', agentId: 'a', boot: 'other', leader: { pid, startTime: own.leader.startTime } };
    writeFileSync(file, `${JSON.stringify(old)}\nnot json\n{"runId":7}\n${JSON.stringify(otherBoot)}\n`);
    const report = await (await records(file)).sweep(wallClock);
    expect(report).toEqual({ runs: ['old-1', 'old-2'], found: 0, remained: [], unreadable: 2 });
    expect(owner.pids.filter(isAlive)).toEqual(owner.pids);
    owner.child.kill('SIGKILL');
    await eventually('the guard has ended the tree', () => !owner.pids.some(isAlive));
  });

  it('say when they cannot be written, and do not stop the run', async () => {
    const failures: unknown[] = [];
    const runs = await records(join(folder, 'missing', 'runs.jsonl'), (error) => void failures.push(error));
    await runs.began('r1', 'a');
    await runs.ended('r1');
    expect(failures).toHaveLength(2);
  });
});
