import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from './app.mjs';
import { switching, switchingBudgets } from './memory/switching.mjs';
import { listenForProbes, LOAD_PROBE } from './probes/probes.mjs';
import { growProfile } from './profile/grow.mjs';
import { onScreen } from './window/onScreen.mjs';

const SESSIONS = 10;
const ITEMS = 5_000;

export const budgets = switchingBudgets;

/** Ten sessions of 5,000 items in the built app: what it holds after 20 switches, against all ten visited once. */
export const measure = () =>
  onScreen(async (electron) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    const probes = await listenForProbes(folder);
    try {
      const project = join(folder, 'orchard');
      const sessions = Array.from({ length: SESSIONS }, (_, index) => ({
        sessionId: `s${index}`,
        projectId: 'p1',
        agentId: 'demo',
        title: `Long story ${index}`,
        items: ITEMS,
        kind: 'work',
      }));
      await growProfile(join(folder, 'home'), { projects: [{ projectId: 'p1', path: project }], sessions });
      const settings = { agents: [], locale: 'en', theme: 'light' };
      const env = { NODE_OPTIONS: LOAD_PROBE, BENCH_SOCKET: probes.address };
      const app = await startApp({ ...electron, folder, project, settings, env });
      try {
        await probes.waitFor('main', 1);
        await probes.waitFor('engine', 1);
        await app.page.getByText('Long story 0').first().waitFor();
        const figures = await switching(
          app,
          probes,
          sessions.map(({ title }) => title),
        );
        return { 'memory.itemsASession': ITEMS, ...figures };
      } finally {
        await app.quit();
      }
    } finally {
      probes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
