import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startApp } from './app.mjs';
import { rounded } from './budgets.mjs';
import { countedWork } from './idle/paints.mjs';
import { median } from './median.mjs';
import { countCpu } from './processes.mjs';
import { growProfile } from './profile/grow.mjs';
import { onScreen } from './window/onScreen.mjs';
import { openSession, saidInTranscript, send } from './window/sessions.mjs';

const AGENT = fileURLToPath(new URL('../../tests/agents/fakeAgent.mjs', import.meta.url));
const SESSIONS = 20;
const WINDOWS = 3;
const WINDOW_MS = 30_000;
/** Longer than a minute, so that the one moment of it in which the ages of the sessions change is always in it. */
const TRACE_MS = 62_000;
/** After the last prompt: checkpoints are written, and for up to a minute the collectors tidy up after what was done. */
const SETTLE_MS = 75_000;

/** DESIGN section 13. */
export const budgets = {
  'idle.overEmptyPercent': { most: 0.3 },
  // Of what has not changed. The ages of all sessions change together once a minute; that, twice in 62 s, is all that may.
  'idle.paints': { most: 0 },
  'idle.changes': { most: 2 },
};

/**
 * Twenty sessions, each with its agent running and its turn over, one of them on screen, beside an empty window: the
 * processor time of both whole trees in the same seconds, and what the page paints.
 */
export const measure = () =>
  onScreen(async (electron) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    const apps = [];
    const start = async (name, options) => {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      const app = await startApp({ ...electron, folder: own, ...options });
      apps.push(app);
      return app;
    };
    try {
      const plan = profile(join(folder, 'full'));
      await growProfile(join(folder, 'full', 'home'), plan);
      const agents = [{ id: 'quiet', name: 'Quiet', command: process.execPath, args: [AGENT], adapter: 'generic' }];
      const settings = { locale: 'en', theme: 'light', agents };
      const full = await start('full', { settings, project: plan.projects[0].path });
      const empty = await start('empty', { settings });
      for (const { title } of plan.sessions) {
        await openSession(full.page, title, { empty: true });
        await send(full.page, '!say Ready.');
        await saidInTranscript(full.page, 'Ready.');
      }
      for (const { page } of apps) await leave(page);
      await delay(SETTLE_MS);
      return await compare(full, empty);
    } finally {
      for (const app of apps) await app.quit();
      rmSync(folder, { recursive: true, force: true });
    }
  });

/** A project a session, so that each has an agent's process of its own. */
function profile(folder) {
  const numbers = Array.from({ length: SESSIONS }, (_, index) => index);
  return {
    projects: numbers.map((index) => {
      const path = join(folder, `project-${index}`);
      mkdirSync(path, { recursive: true });
      return { projectId: `p${index}`, path };
    }),
    sessions: numbers.map((index) => ({
      sessionId: `s${index}`,
      projectId: `p${index}`,
      agentId: 'quiet',
      title: `Errand ${index + 1}`,
      items: 0,
      kind: 'work',
    })),
  };
}

/** A caret that blinks is painted, with sessions and without: nobody is in a field. */
const leave = (page) => page.evaluate(() => document.activeElement?.blur());

async function compare(full, empty) {
  const windows = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const began = performance.now();
    const counts = [full, empty].map(({ pid }) => countCpu(pid));
    await delay(WINDOW_MS);
    const [ofFull, ofEmpty] = counts.map((count) => (count() * 100) / (performance.now() - began));
    windows.push({ ofFull, ofEmpty });
  }
  const traced = await Promise.all([full, empty].map(({ page }) => countedWork(page, () => delay(TRACE_MS))));
  const [work, emptyWork] = traced.map(({ changed: _changed, ...counts }) => counts);
  for (const line of traced[0].changed) console.log(`changed meanwhile: ${line}`);
  const middle = (figure) => rounded(median(windows.map(figure)));
  return {
    'idle.sessions': SESSIONS,
    'idle.seconds': (WINDOWS * WINDOW_MS) / 1_000,
    'idle.percentOfOneCore': middle(({ ofFull }) => ofFull),
    'idle.emptyPercentOfOneCore': middle(({ ofEmpty }) => ofEmpty),
    'idle.overEmptyPercent': middle(({ ofFull, ofEmpty }) => ofFull - ofEmpty),
    'idle.traceSeconds': TRACE_MS / 1_000,
    ...Object.fromEntries(
      Object.entries(work).flatMap(([key, count]) => [
        [`idle.${key}`, count],
        [`idle.empty${key[0].toUpperCase()}${key.slice(1)}`, emptyWork[key]],
      ]),
    ),
  };
}
