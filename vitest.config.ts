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

export default defineConfig({
  resolve: { alias: { '@shared': resolve('src/shared') } },
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/unit/**/*.test.ts',
      'tests/fuzz/**/*.test.ts',
      'tests/chaos/**/*.test.ts',
    ],
    environment: 'node',
    // The engine asks the person's login shell for its environment; what this machine's shell does at its start (and how
    // long that takes) is no part of a test.
    env: { SHELL: '/bin/sh' },
    testTimeout: 20_000,
    pool: 'forks',
    reporters: ['default', new FuzzReporter()],
    // See tests/support/fuzz/fuzz.ts and scripts/fuzz.mjs.
    provide: {
      fuzzScale: Number(process.env['FUZZ_SCALE'] ?? 1),
      fuzzSeed: Number(process.env['FUZZ_SEED'] ?? 0),
    },
  },
});
