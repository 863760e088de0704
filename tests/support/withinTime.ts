import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Took {
  took: number;
  /** What it may take on this machine as it is now; both in ms. */
  allowed: number;
}

/** How many times an empty process may be started and ended beyond the time that is said. */
const SPAWNS = 20;

/**
 * Measures work that is promised within `ms`. The promise is made for a machine that is free: what an empty Node process
 * takes just before and just after, the longer of the two, tells how much longer it may take on one that is not.
 */
export async function timed(ms: number, work: () => Promise<unknown>): Promise<Took> {
  const before = await emptyProcess();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  return { took, allowed: ms + SPAWNS * Math.max(before, await emptyProcess()) };
}

async function emptyProcess(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}
