#!/usr/bin/env node
// @ts-check
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './runtime/build.mjs';

// `npm run fuzz [-- --scale N] [-- --seed N]`: every property test, N times as often as in `npm test` (40: over
// 160,000 cases). Each property prints its seed; `--seed` with one of them does that run again.

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '40' }, seed: { type: 'string', default: '0' } },
});
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tests/fuzz', 'src/renderer/features/markdown/markdownFuzz'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_SCALE: values.scale, FUZZ_SEED: values.seed } },
);
process.exitCode = status ?? 1;
