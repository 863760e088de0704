import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growProfile } from './profile/grow.mjs';
import { searchBudgets, searchIn } from './search/searchIn.mjs';
import { typingBudgets, typingIn } from './search/typing.mjs';

/** Transcripts that are written, in megabytes of their text. */
const MEGABYTES = Number(process.env.BENCH_SEARCH_MB ?? 500);
const SESSIONS = 400;
/** So many are exported and imported again. */
const COPIED = 50;
const BYTES_AN_ITEM = 4_000;

export const budgets = { ...searchBudgets, ...typingBudgets };

/** A profile with so much said in it, then searches over it: in the window, typed by hand, and of the engine's search alone. */
export async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'));
  try {
    const home = join(folder, 'home');
    const profile = plan();
    const { items, megabytes } = await growProfile(home, profile);
    // First, so that the first search is one of a store that nobody has looked into.
    const typed = await typingIn(home);
    const sessionIds = profile.sessions.slice(0, COPIED).map(({ sessionId }) => sessionId);
    const figures = await searchIn(home, 'p1', sessionIds);
    return { 'search.megabytes': megabytes, 'search.items': items, ...figures, ...typed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function plan() {
  const items = Math.ceil((MEGABYTES * 1e6) / BYTES_AN_ITEM / SESSIONS);
  return {
    projects: ['p1', 'p2'].map((projectId) => ({ projectId, path: `/${projectId}` })),
    sessions: Array.from({ length: SESSIONS }, (_, index) => ({
      sessionId: `s${index}`,
      projectId: index % 2 === 0 ? 'p1' : 'p2',
      agentId: 'demo',
      title: `Session ${index}`,
      items,
      kind: 'bulk',
      ...(index === 3 ? { says: { ordinal: 3, text: 'one zebrafish' } } : {}),
    })),
  };
}
