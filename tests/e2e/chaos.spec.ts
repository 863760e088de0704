import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChaos } from '../chaos/runChaos';
import { expect, test } from './app';

// A taste of `npm run chaos`, so that it does not rot; what it looks for is told in docs/reliability.md.

test('a few rounds of chaos lose nothing, leave nothing behind and leave nothing stuck', async () => {
  const told: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-chaos-'));
  const { violations, counts } = await runChaos({
    folder,
    seed: 80,
    rounds: 3,
    sessions: 4,
    tell: (line) => void told.push(line),
  });
  expect(violations, told.join('\n')).toEqual([]);
  expect(counts.get('rounds')).toBe(3);
  expect(counts.get('prompts: told to agents')).toBeGreaterThan(0);
});
