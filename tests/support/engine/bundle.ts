import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

/** write-file-atomic is CommonJS and reads __filename, which electron-vite defines in the same way. */
const SHIM = "import { fileURLToPath as shimPathOf } from 'node:url'; const __filename = shimPathOf(import.meta.url);";

const built = new Map<string, Promise<string>>();

/**
 * A program of the engine as the app gets it: one file, to be started as a process or a thread. Made once for a test; into
 * node_modules, where the database's own package is found from.
 */
export function bundle(entry: string): Promise<string> {
  const known = built.get(entry) ?? make(entry);
  built.set(entry, known);
  return known;
}

async function make(entry: string): Promise<string> {
  const name = basename(entry, '.ts');
  const outDir = resolve('node_modules/.cache/signalbox-tests', `${process.pid}-${name}`);
  onTestFinished(() => {
    built.delete(entry);
    rmSync(outDir, { recursive: true, force: true });
  });
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('src/shared') } },
    ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
    build: {
      ssr: resolve(entry),
      outDir,
      emptyOutDir: true,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: `${name}.mjs`, banner: SHIM } },
    },
  });
  return join(outDir, `${name}.mjs`);
}
