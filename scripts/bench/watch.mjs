import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer32k } from './answer.mjs';
import { startApp } from './app.mjs';
import { rounded } from './budgets.mjs';
import { collectedMemory } from './memory/collected.mjs';
import { listenForProbes, LOAD_PROBE } from './probes/probes.mjs';
import { onScreen } from './window/onScreen.mjs';
import { writeInto } from './window/paste.mjs';
import { saidInTranscript, send } from './window/sessions.mjs';

const AGENT = fileURLToPath(new URL('../../tests/agents/fakeAgent.mjs', import.meta.url));
/** An agent that talks without a pause says about 0.6 MB a minute: this is an hour of it. */
const MEGABYTES = Number(process.env.BENCH_WATCH_MB ?? 36);
const STEPS = 4;
const CHARS = 2_000;
const MB = 1_048_576;

/** What is held does not grow with how long one watches. */
export const budgets = {
  'watch.pageHeapMb': { most: 400 },
  'watch.pageHeapRatio': { most: 1.3 },
  'watch.engineHeapRatio': { most: 1.3 },
};

/** One session on screen, at whose end one stays while an agent says as much as in an hour: memory after each quarter. */
export const measure = () =>
  onScreen(async (electron) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    const probes = await listenForProbes(folder);
    const answer = answer32k();
    const file = join(folder, 'answer.md');
    writeFileSync(file, answer);
    const agent = { id: 'bench', name: 'Bench', command: process.execPath, args: [AGENT], adapter: 'generic' };
    const settings = { agents: [agent], defaultAgent: 'bench', locale: 'en', theme: 'light' };
    const env = { NODE_OPTIONS: LOAD_PROBE, BENCH_SOCKET: probes.address };
    const app = await startApp({ ...electron, folder, settings, env });
    try {
      await probes.waitFor('main', 1);
      await probes.waitFor('engine', 1);
      await app.page.getByText('orchard').first().waitFor();
      const answers = Math.ceil((MEGABYTES * MB) / STEPS / answer.length);
      const taken = [];
      for (let step = 1; step <= STEPS; step += 1) {
        const end = `All of part ${step} was said.`;
        const prompt = [...Array.from({ length: answers }, () => `!file ${file} ${CHARS} 0\n!tool`), `!say ${end}`];
        if (step === 1) await begin(app.page, prompt.join('\n'));
        else await send(app.page, prompt.join('\n'));
        await saidInTranscript(app.page, end);
        taken.push(await collectedMemory(app, probes));
      }
      const [first] = taken;
      const last = taken.at(-1);
      const ratio = (key) => rounded(last[key] / first[key]);
      return {
        'watch.megabytes': MEGABYTES,
        'watch.pageHeapMbFirst': rounded(first.pageHeapMb),
        'watch.pageHeapMb': rounded(last.pageHeapMb),
        'watch.pageRssMb': rounded(last.pageRssMb),
        'watch.engineHeapMb': rounded(last.engineHeapMb),
        'watch.nodes': last.pageNodes,
        'watch.pageHeapRatio': ratio('pageHeapMb'),
        'watch.engineHeapRatio': ratio('engineHeapMb'),
      };
    } finally {
      await app.quit();
      probes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function begin(page, prompt) {
  await page.getByRole('button', { name: 'New session', exact: true }).first().click();
  await writeInto(page.getByRole('textbox', { name: 'Message' }), prompt);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
