import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decideUpdate } from '../../src/shared/session/decide/decideUpdate';
import { reduceEvents } from '../../src/shared/session/reduceSession';
import { bundle } from '../support/engine/bundle';
import { sessionOfMessages } from '../support/messages';

const run = promisify(execFile);
const baseline: Record<'engine.ingestToBare' | 'engine.lateToEarly', number> = JSON.parse(
  readFileSync('scripts/bench/baseline.json', 'utf8'),
);
/** Loose: a busy machine passes, a road that takes twice the work does not. */
const TWICE = 2;
const ROUNDS = 3;

/** Processor time, which other processes do not lengthen, and of that the least: the collector comes when it likes. */
async function leastCpu(script: string): Promise<number> {
  const env = { ...process.env, NODE_ENV: 'production', BENCH_COUNT: '40000', BENCH_PRODUCER: PRODUCER };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { stdout } = await run(process.execPath, [script], { env });
    const figures: { cpuMs: number } = JSON.parse(stdout);
    times.push(figures.cpuMs);
  }
  return Math.min(...times);
}

const PRODUCER = resolve('scripts/bench/ingest/producer.mjs');

/** Processor time for an answer of 5,000 flushes on top of so many items. */
function cpuOfAnswer(count: number): number {
  let state = sessionOfMessages(count);
  const before = process.cpuUsage();
  for (let flush = 0; flush < 5_000; flush += 1) {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'more ' } } as const;
    const bodies = decideUpdate(state, update, 'turn', undefined);
    state = reduceEvents(
      state,
      bodies.map((body, index) => ({ seq: state.seq + 1 + index, at: 0, sessionId: 's', ...body })),
    );
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('what the engine does for an answer, against scripts/bench/baseline.json', () => {
  it('takes of a processor what it took beside a bare splitter with JSON.parse', async () => {
    const ours = await bundle('scripts/bench/ingest/ours.ts');
    const ratio = (await leastCpu(ours)) / (await leastCpu(resolve('scripts/bench/ingest/bare.mjs')));
    expect(ratio).toBeLessThan(baseline['engine.ingestToBare'] * TWICE);
  });

  it('takes hardly more for it after 200 items, which is what it keeps in memory, than after none', () => {
    const least = (count: number) => Math.min(...Array.from({ length: ROUNDS + 2 }, () => cpuOfAnswer(count)));
    const ratio = least(200) / least(0);
    expect(ratio).toBeLessThan(baseline['engine.lateToEarly'] * TWICE);
  });
});
