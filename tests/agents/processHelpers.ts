import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Clock } from '@shared/clock';

export const stubbornAgent = resolve('tests/agents/stubbornAgent.mjs');

/** The clock on the wall, for tests whose other side is a real process. */
export const wallClock: Clock = {
  now: () => Date.now(),
  setTimer: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Whether the process runs; one that waits for its parent to notice its end does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Asks until the answer is yes; processes end without telling those who are not their parents. */
export async function eventually(what: string, check: () => boolean, deadlineMs = 8000): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((again) => {
      setTimeout(again, 20);
    });
  }
}

/** The first line of a stream; what follows stays unread. */
export function firstLine(stream: Readable): Promise<string> {
  return new Promise((found, failed) => {
    const lines = createInterface({ input: stream });
    lines.once('line', (line) => {
      found(line);
      lines.close();
      stream.resume();
    });
    stream.once('close', () => failed(new Error('the stream ended before its first line')));
  });
}

/** The pids that stubbornAgent prints. */
export async function stubbornPids(stream: Readable): Promise<number[]> {
  const pids: unknown = JSON.parse(await firstLine(stream));
  if (!Array.isArray(pids)) throw new Error('no list of pids');
  return pids.map(Number);
}
