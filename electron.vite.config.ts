import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { asciiOnly } from './scripts/runtime/asciiOnly.mjs';

/** KaTeX's style names each font three times, for browsers of another age; ours reads WOFF2. */
const onlyWoff2 = {
  name: 'katex-only-woff2',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /katex[^?]*\.css/.test(id) ? code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, '') : null,
};

const REMOTE = "require('./transports/remote')";
/** A log that is sent somewhere is never wanted, and would bring HTTP and TLS into main before its window. */
const noRemoteLog: Plugin = {
  name: 'electron-log-no-remote',
  enforce: 'pre',
  transform(code, id) {
    if (!/electron-log[\\/]src[\\/]node[\\/]createDefaultLogger\.js$/.test(id)) return null;
    if (!code.includes(REMOTE)) this.error('electron-log names its remote transport in another way now');
    return code.replace(REMOTE, '() => Object.assign(() => undefined, { level: false, transforms: [] })');
  },
};

/** The scripts are read at every start, and for one wide character at half the speed. */
const asciiScripts: Plugin = {
  name: 'ascii-scripts',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asciiOnly(file.code);
  },
};

const shared = { '@shared': resolve('src/shared') };

/** Parts of the diff library that are not built in: see src/renderer/features/diffs/pierre/leftOut.ts. */
const diffs = (file: string) => resolve('src/renderer/features/diffs/pierre', file);
const diffParts = [
  { find: /^shiki\/langs$/, replacement: diffs('bundledLanguages.ts') },
  {
    find: /^(shiki\/wasm|shiki\/engine\/oniguruma|@pierre\/theming\/themes|@pierre\/highlights(\/.*)?)$/,
    replacement: diffs('leftOut.ts'),
  },
];

// The targets are fixed to the oldest runtime that we start in (Electron 33), not to the one that ships:
// see docs/decisions/0001-electron-runtime.md.
export default defineConfig({
  main: {
    plugins: [noRemoteLog, asciiScripts],
    resolve: { alias: shared },
    build: {
      target: 'node20.18',
      externalizeDeps: true,
      rollupOptions: {
        input: {
          index: resolve('src/main/app/index.ts'),
          engine: resolve('src/main/engine.ts'),
          demoAgent: resolve('src/main/agents/demo/worker.ts'),
          searchWorker: resolve('src/main/store/searchWorker.ts'),
          backupWorker: resolve('src/main/store/backupWorker.ts'),
          fileIndexWorker: resolve('src/main/projects/fileIndex/fileIndexWorker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve('src/renderer'),
    resolve: { alias: [...diffParts, { find: '@shared', replacement: shared['@shared'] }] },
    plugins: [onlyWoff2, react(), tailwindcss(), asciiScripts],
    worker: { format: 'es' },
    build: {
      target: 'chrome130',
      // Small fonts would become data: URLs, which the page's CSP refuses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: resolve('src/renderer/index.html') },
    },
  },
});
