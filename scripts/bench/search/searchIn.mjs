import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../bundle.mjs';
import { runBuilt, withBuildFolder } from '../profile/grow.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** AC-39, warm: from the call on the engine's thread to the first page of hits. */
export const searchBudgets = {
  'search.wordMs': { most: 300 },
  'search.twoCharactersMs': { most: 300 },
  'search.chineseMs': { most: 300 },
  'search.filteredMs': { most: 300 },
  // What a key would wait for on the engine's thread while searches run.
  'search.engineBlockedMs': { most: 50 },
  'search.exportBlockedMs': { most: 50 },
  'search.importBlockedMs': { most: 100 },
};

/** Searches over a profile's store through the engine's own search thread, then exports and imports the sessions. */
export function searchIn(home, projectId, sessionIds) {
  return withBuildFolder(async (folder) => {
    const script = await bundle(here('measure.ts'), join(folder, 'measure'));
    const worker = await bundle(here('../../../src/main/store/searchWorker.ts'), join(folder, 'worker'));
    const figures = await runBuilt(script, [home, worker, projectId, ...sessionIds]);
    const { size } = await stat(join(home, 'signalbox.db'));
    return { 'search.databaseMb': Math.round(size / 1e6), ...figures };
  });
}
