import { mkdtemp, rm, stat } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';

const run = promisify(execFile);

/** Transcripts that are written, in megabytes of their text. */
const MEGABYTES = Number(process.env.BENCH_SEARCH_MB ?? 500);

/** AC-39, warm: from the call on the engine's thread to the first page of hits. */
export const budgets = {
  'search.wordMs': { most: 300 },
  'search.twoCharactersMs': { most: 300 },
  'search.chineseMs': { most: 300 },
  'search.filteredMs': { most: 300 },
  // What a key would wait for on the engine's thread while searches run.
  'search.engineBlockedMs': { most: 50 },
  'search.exportBlockedMs': { most: 50 },
  'search.importBlockedMs': { most: 100 },
};

/** A profile with so much said in it, then searches over it through the engine's own search thread. */
export async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'));
  try {
    const at = (name) => fileURLToPath(new URL(`search/${name}`, import.meta.url));
    // Inside the project, so that what is built finds the database driver.
    const built = await mkdtemp(fileURLToPath(new URL('../../node_modules/.cache-bench-', import.meta.url)));
    try {
      const script = await bundle(at('measure.ts'), join(built, 'measure'));
      const worker = await bundle(
        fileURLToPath(new URL('../../src/main/store/searchWorker.ts', import.meta.url)),
        join(built, 'worker'),
      );
      const env = { ...process.env, NODE_ENV: 'production' };
      const args = [script, join(folder, 'home'), worker, String(MEGABYTES)];
      const { stdout } = await run(process.execPath, args, { env, maxBuffer: 1 << 24 });
      const figures = JSON.parse(stdout);
      const { size } = await stat(join(folder, 'home', 'signalbox.db'));
      return { ...figures, 'search.databaseMb': Math.round(size / 1e6) };
    } finally {
      await rm(built, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
