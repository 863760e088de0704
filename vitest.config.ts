import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FuzzReporter } from './tests/support/fuzz/fuzzReporter';

// vitest 5 groups the errors it prints with Map.groupBy, which Node 20 lacks: without this a failure shows no reason.
if (!('groupBy' in Map)) {
  Object.defineProperty(Map, 'groupBy', {
    value: <T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
      const groups = new Map<K, T[]>();
      for (const item of items) {
        const key = keyOf(item);
        groups.set(key, [...(groups.get(key) ?? []), item]);
      }
      return groups;
    },
  });
}

const PURE = ['src/shared', 'src/renderer'];
/**
 * What counts steps needs a process in which nothing ran before (tests/support/work); and the library of diffs, which loads
 * in a browser alone, stays failed where a page with a diff was drawn before it is given one.
 */
const ALONE = ['src/renderer/**/*Cost.test.ts', 'src/renderer/features/diffs/pierre/*.test.ts'];

export default defineConfig({
  resolve: { alias: { '@shared': resolve('src/shared') } },
  test: {
    environment: 'node',
    // The engine asks the person's login shell for its environment; what this machine's shell does at its start (and how
    // long that takes) is no part of a test.
    env: { SHELL: '/bin/sh' },
    testTimeout: 20_000,
    pool: 'forks',
    // An engine's tests wait for real processes most of their time, and vitest's own rule (one worker fewer than there are
    // cores) leaves a machine of two cores with one worker that waits (docs/decisions/0093-the-time-of-the-tests.md).
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        // No process, no file, no clock of the machine: these share what they import, or every file would spend more on
        // that than on its tests.
        test: {
          name: 'pure',
          isolate: false,
          include: PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: ALONE,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['src/**/*.test.{ts,tsx}', 'tests/{unit,fuzz,chaos}/**/*.test.ts'],
          exclude: PURE.map((folder) => `${folder}/**`),
        },
      },
    ],
    reporters: ['default', new FuzzReporter()],
    // See tests/support/fuzz/fuzz.ts and scripts/fuzz.mjs.
    provide: {
      fuzzScale: Number(process.env['FUZZ_SCALE'] ?? 1),
      fuzzSeed: Number(process.env['FUZZ_SEED'] ?? 0),
    },
  },
});
