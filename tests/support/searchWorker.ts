import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** The search thread as the product builds it; `remove` when the tests are over. */
export async function buildSearchWorker(): Promise<{ file: string; remove: () => void }> {
  // Inside the project, so that the built worker finds the database driver.
  const folder = mkdtempSync(join('node_modules', '.cache-search-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(process.cwd(), 'src/shared') } },
    build: {
      ssr: 'src/main/store/searchWorker.ts',
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'searchWorker.mjs' } },
    },
  });
  return {
    file: join(process.cwd(), folder, 'searchWorker.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
