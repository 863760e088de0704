import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { withBuildFolder } from '../profile/grow.mjs';
import { watchEnd } from './endOfAnswer.mjs';
import { mainThread } from './mainThread.mjs';

/** The page's own, near to ours in measure and type; what it is made of is the same for all of them. */
const HTML = `<!doctype html><title>Beside ours</title><style>
  html, body { height: 100%; margin: 0 }
  main { height: 100%; overflow-y: auto; padding: 0 calc(50% - 360px); font: 14px/1.6 sans-serif }
  .plain { white-space: pre-wrap }
  pre, table { overflow-x: auto; font-family: monospace; font-size: 12.5px }
</style><main></main>`;

/** One script for a page of its own. */
export const rivalsScript = () =>
  withBuildFolder(async (folder) => {
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        target: 'chrome130',
        chunkSizeWarningLimit: 100_000,
        lib: {
          entry: fileURLToPath(new URL('rivalsPage.mjs', import.meta.url)),
          formats: ['iife'],
          name: 'rivals',
          fileName: () => 'rivals.js',
        },
      },
    });
    return readFileSync(join(folder, 'rivals.js'), 'utf8');
  });

/** Puts the window to another page, which has nothing of ours; `show` measures one way to show the answer. */
export async function openRivals(page, script) {
  await page.goto('about:blank');
  await page.setContent(HTML);
  await page.addScriptTag({ content: script });
  return {
    async show(way, chunks, rate, restMs) {
      const measured = await mainThread(page, async () => {
        const painted = await watchEnd(page);
        const sentAt = await page.evaluate(([...args]) => globalThis.showAnswer(...args), [way, chunks, rate]);
        const lagMs = (await painted()) - sentAt;
        await page.waitForTimeout(restMs);
        return lagMs;
      });
      const coloured = await page.evaluate(
        () => document.querySelectorAll('code span[style*="color"], code span[style*="--"]').length,
      );
      await page.evaluate(() => globalThis.clearAnswer());
      return { ...measured, lagMs: measured.result, coloured };
    },
  };
}
