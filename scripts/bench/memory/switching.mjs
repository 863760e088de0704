import { rounded } from '../budgets.mjs';
import { openSession, readBack } from '../window/sessions.mjs';
import { collectedMemory } from './collected.mjs';

const SWITCHES = 20;
const TURNS_OF_THE_WHEEL = 12;

/** DESIGN section 13, and AC-75: what ten visited sessions hold does not grow by going back and forth among them. */
export const switchingBudgets = {
  'memory.pageHeapMb': { most: 400 },
  'memory.pageHeapRatio': { most: 1.3 },
  'memory.engineHeapRatio': { most: 1.3 },
  'memory.pageRssRatio': { most: 1.3 },
  'memory.engineRssRatio': { most: 1.3 },
  'memory.mainRssRatio': { most: 1.3 },
  'memory.nodesRatio': { most: 1.3 },
};

/** Visits all sessions once, reading back in each, then goes back and forth among them; memory after each of both. */
export async function switching(app, probes, titles) {
  const visit = async (title) => {
    await openSession(app.page, title);
    await readBack(app.page, TURNS_OF_THE_WHEEL);
  };
  for (const title of titles) await visit(title);
  const once = await collectedMemory(app, probes);
  // Never the same twice in turn, and all of them.
  for (let step = 0; step < SWITCHES; step += 1) await visit(titles[(step * 3) % titles.length]);
  const after = await collectedMemory(app, probes);
  const ratio = (key) => rounded(after[key] / once[key]);
  return {
    'memory.sessions': titles.length,
    'memory.switches': SWITCHES,
    ...Object.fromEntries(
      Object.entries(after).flatMap(([key, value]) => [
        [`memory.${key}Once`, rounded(once[key])],
        [`memory.${key}`, rounded(value)],
      ]),
    ),
    'memory.pageHeapRatio': ratio('pageHeapMb'),
    'memory.engineHeapRatio': ratio('engineHeapMb'),
    'memory.pageRssRatio': ratio('pageRssMb'),
    'memory.engineRssRatio': ratio('engineRssMb'),
    'memory.mainRssRatio': ratio('mainRssMb'),
    'memory.nodesRatio': ratio('pageNodes'),
  };
}
