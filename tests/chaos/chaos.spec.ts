import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runChaos } from './runChaos';

// `npm run chaos`: see scripts/chaos.mjs.

test('nothing is lost, nothing is left behind and nothing is stuck, whatever is killed', async () => {
  test.setTimeout(0);
  const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 200);
  const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  const { violations, counts } = await runChaos({
    folder: mkdtempSync(join(tmpdir(), 'signalbox-chaos-')),
    seed,
    rounds,
    tell,
  });
  tell(`\n${counts.table()}\n\nseed ${seed}: ${violations.length} violations`);
  expect(violations).toEqual([]);
});
