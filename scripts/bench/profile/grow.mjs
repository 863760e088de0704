import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '../bundle.mjs';

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Gives `work` a folder inside the project, so that what is built there finds the database's driver; it is gone afterwards.
 * @template T @param {(folder: string) => Promise<T>} work
 */
export async function withBuildFolder(work) {
  const folder = await mkdtemp(here('../../../node_modules/.cache-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs what was bundled and gives the JSON that it printed. */
export async function runBuilt(script, args) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await run(process.execPath, [script, ...args], { env, maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}

/**
 * Writes a profile that looks as if it had been worked in for long; `plan` and what it gives are told by fill.ts.
 * @returns {Promise<{ items: number, megabytes: number, digests: Record<string, string> }>}
 */
export function growProfile(home, plan) {
  return withBuildFolder(async (folder) => {
    const script = await bundle(here('fill.ts'), join(folder, 'fill'));
    const planFile = join(folder, 'plan.json');
    await writeFile(planFile, JSON.stringify(plan));
    return runBuilt(script, [home, planFile]);
  });
}
