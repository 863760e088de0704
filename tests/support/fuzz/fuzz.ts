import fc from 'fast-check';
import { inject, type TestContext } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times the cases of the short run in `npm test`: 1 there, more with `npm run fuzz`. */
    fuzzScale: number;
    /** 0: another one with each run. */
    fuzzSeed: number;
  }
  interface TaskMeta {
    fuzz?: { cases: number; seed: number };
  }
}

/** Time that a test with a property may take, in milliseconds. */
export const FUZZ_TIME = 60_000 * inject('fuzzScale');

/**
 * Checks a property; `cases` are those of the short run. Its seed is printed by the reporter beside this file, and a
 * run with `FUZZ_SEED=<it>` does the same again.
 */
export async function fuzz<Given extends [unknown, ...unknown[]]>(
  { task }: TestContext,
  cases: number,
  given: { [K in keyof Given]: fc.Arbitrary<Given[K]> },
  holds: (...args: Given) => Promise<void> | void,
): Promise<void> {
  const told = inject('fuzzSeed');
  const seed = told === 0 ? Math.floor(Math.random() * 0x7fff_ffff) : told;
  const numRuns = cases * inject('fuzzScale');
  task.meta.fuzz = { cases: numRuns, seed };
  await fc.assert(
    fc.asyncProperty(...given, async (...args: Given) => holds(...args)),
    { numRuns, seed },
  );
}
