import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCim, parsePs, parseStat, readProcessTable, readStartTime } from './processTable';

describe('reading the process table', () => {
  it('counts the fields of a stat line from the last bracket, whatever the command is called', () => {
    const tail = '4 1 77 77 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 987654 1000 10';
    expect(parseStat(`42 (a) S 1 (b) R ${tail}`)).toMatchObject({ pid: 42, ppid: 4, pgid: 1 });
    const own = readFileSync('/proc/self/stat', 'latin1');
    expect(parseStat(own)?.pid).toBe(process.pid);
    expect(parseStat(own)?.startTime).toMatch(/^\d+$/);
  });

  it('leaves out processes that have ended and wait for their parent', () => {
    expect(parseStat('42 (x) Z 4 1 77 77 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 987654 1000 10')).toBeUndefined();
    expect(parsePs('  42 1 42 Z+ Sat Nov 30 12:08:00 2024\n')).toEqual([]);
    expect(parseStat('')).toBeUndefined();
  });

  it('reads what ps and CIM print', () => {
    expect(parsePs('    7     1     7 Ss   Sat Nov  3 12:08:00 2024\n\n')).toEqual([
      { pid: 7, ppid: 1, pgid: 7, startTime: 'Sat_Nov_3_12:08:00_2024', marks: [] },
    ]);
    expect(parseCim('4 0 638000000000000000\r\n9 4 \r\n')).toEqual([
      { pid: 4, ppid: 0, pgid: 0, startTime: '638000000000000000', marks: [] },
    ]);
  });

  it.each(['proc', 'ps'] as const)(
    'finds this process, its child and the start times of both through %s',
    async (source) => {
      const child = spawn('sleep', ['1000'], { env: { PATH: process.env['PATH'], SIGNALBOX_RUN: 'r=1', X: 'y' } });
      await new Promise((spawned) => {
        child.once('spawn', spawned);
      });
      const table = await readProcessTable(source);
      const row = table.find(({ pid }) => pid === child.pid);
      expect(row).toMatchObject({ ppid: process.pid, marks: source === 'proc' ? ['SIGNALBOX_RUN=r=1'] : [] });
      expect(await readStartTime(child.pid ?? 0, source)).toBe(row?.startTime);
      child.kill('SIGKILL');
      await new Promise((exited) => {
        child.once('exit', exited);
      });
      expect(await readStartTime(child.pid ?? 0, source)).toBeUndefined();
    },
  );

  it('shares one later reading among all that ask while one runs', async () => {
    const first = readProcessTable('proc');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    const second = readProcessTable('proc');
    expect(second).not.toBe(first);
    expect(readProcessTable('proc')).toBe(second);
    expect(await second).not.toBe(await first);
  });
});
