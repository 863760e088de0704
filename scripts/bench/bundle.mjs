import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles one TypeScript entry for Node, as the product's engine is bundled. Gives the path of the result. */
export async function bundle(entry, outDir) {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': `${ROOT}src/shared` } },
    ssr: { noExternal: true, external: ['@photostructure/sqlite', 'write-file-atomic'] },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node20.18',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'entry.mjs', format: 'es' } },
    },
  });
  return `${outDir}/entry.mjs`;
}
