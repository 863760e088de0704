import { registerCustomTheme } from '@pierre/diffs';
import { getOrCreateWorkerPoolSingleton, type WorkerPoolManager } from '@pierre/diffs/worker';
import { themeOf } from '../../markdown/highlight/tokenTheme';

export const DIFF_THEME = 'signalbox';

/** The tokens' colours by their names in code.css, so that one theme is right in both. */
const COLOURS = [
  'var(--text)',
  'var(--tk-comment)',
  'var(--tk-constant)',
  'var(--tk-name)',
  'var(--tk-tag)',
  'var(--tk-keyword)',
  'var(--tk-string)',
  'var(--tk-variable)',
  'var(--add)',
  'var(--del)',
  'var(--tk-constant)',
];

registerCustomTheme(DIFF_THEME, async () => ({
  ...themeOf((kind) => COLOURS[kind] ?? 'var(--text)', 'var(--surface)'),
  name: DIFF_THEME,
}));

/** One worker for all diffs of the page: lines are plain at once and coloured when it answers. */
export const diffPool = (): WorkerPoolManager =>
  getOrCreateWorkerPoolSingleton({
    poolOptions: {
      poolSize: 1,
      workerFactory: () => new Worker(new URL('worker.ts', import.meta.url), { type: 'module' }),
    },
    highlighterOptions: {
      theme: DIFF_THEME,
      preferredHighlighter: 'shiki-js',
      lineDiffType: 'word',
      tokenizeMaxLineLength: 2000,
      maxLineDiffLength: 2000,
    },
  });
