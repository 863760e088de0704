import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, root } from '../runtime/build.mjs';
import { rounded } from './budgets.mjs';
import { median } from './median.mjs';
import { growProfile } from './profile/grow.mjs';
import { timedStart } from './start/timed.mjs';
import { onScreen } from './window/onScreen.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SESSIONS = 2_000;
const PROJECTS = 20;
const ITEMS = 20;
const EMPTY_APP = fileURLToPath(new URL('start/emptyApp', import.meta.url));

/** DESIGN section 13. */
export const budgets = {
  'start.ratioToEmptyProfile': { most: 1.2 },
  'start.ratioToEmptyWindow': { most: 1.5 },
};

/** What one can write in: there, enabled, and with a place. */
const COMPOSER = `[...document.querySelectorAll('textarea')].some((box) => !box.disabled && box.offsetHeight > 0)`;
const PAINTED = `performance.getEntriesByName('first-paint').length > 0`;

/**
 * From process to usable composer with 2,000 stored sessions, with none, and to the first paint of a window of Electron with
 * nothing in it; in turns, so that a slow moment meets all three.
 */
export const measure = () =>
  onScreen(async (electron) => {
    ensureBuilt();
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    try {
      const project = join(folder, 'project-0');
      const full = join(folder, 'full');
      const plan = profile(folder);
      await growProfile(full, plan);
      const empty = join(folder, 'empty');
      mkdirSync(empty);
      for (const home of [full, empty]) {
        writeFileSync(join(home, 'settings.json'), JSON.stringify({ agents: [], locale: 'en', theme: 'light' }));
      }
      const app = (home) => ({ argv: [root, project], env: { SIGNALBOX_HOME: home }, ready: COMPOSER });
      const starts = {
        full: app(full),
        empty: app(empty),
        window: { argv: [`--user-data-dir=${join(folder, 'window')}`, EMPTY_APP], ready: PAINTED },
      };
      const times = { full: [], empty: [], window: [] };
      // The first start of each fills the disk's and Chromium's caches, and is none of a working day.
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const [name, start] of Object.entries(starts)) {
          const ms = await timedStart(electron, start);
          if (round >= 0) times[name].push(ms);
        }
      }
      return report(times);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

function profile(folder) {
  const projects = Array.from({ length: PROJECTS }, (_, index) => {
    const path = join(folder, `project-${index}`);
    mkdirSync(path);
    return { projectId: `p${index}`, path };
  });
  const sessions = Array.from({ length: SESSIONS }, (_, index) => ({
    sessionId: `s${index}`,
    projectId: `p${index % PROJECTS}`,
    agentId: 'demo',
    title: `Session ${index}`,
    items: ITEMS,
    kind: 'work',
  }));
  return { projects, sessions };
}

function report({ full, empty, window }) {
  const ratio = (theirs) => rounded(median(full.map((ms, round) => ms / theirs[round])));
  return {
    'start.rounds': ROUNDS,
    'start.sessions': SESSIONS,
    'start.fullMs': rounded(median(full)),
    'start.emptyProfileMs': rounded(median(empty)),
    'start.emptyWindowMs': rounded(median(window)),
    'start.ratioToEmptyProfile': ratio(empty),
    'start.ratioToEmptyWindow': ratio(window),
  };
}
