import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);
const ROUNDS = 9;

/** `least` and `most` of DESIGN section 13. */
export const budgets = {
  'ingest.ratioToBare': { least: 0.5 },
  'ingest.ratioToSdk': { least: 3 },
  // Bounded: a ring of 8 MB, the session's own text, and what the collector has not taken yet.
  'ingest.oursMemoryMb': { most: 150 },
};

/**
 * 200,000 text updates of 166 bytes through a real child's pipe: our own road against a bare splitter with JSON.parse and
 * against the official SDK's client. Each in a process of its own, in turns, so that a slow moment meets all three.
 */
export async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'));
  try {
    const scripts = {
      bare: here('ingest/bare.mjs'),
      ours: await bundle(here('ingest/ours.ts'), join(folder, 'ours')),
      sdk: here('ingest/sdk.mjs'),
    };
    const env = { ...process.env, NODE_ENV: 'production', BENCH_PRODUCER: here('ingest/producer.mjs') };
    const figures = { bare: [], ours: [], sdk: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of Object.keys(scripts)) {
        const { stdout } = await run(process.execPath, [scripts[name]], { env });
        figures[name].push(JSON.parse(stdout));
      }
    }
    return report(figures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report({ bare, ours, sdk }) {
  /** Of each round, since its runs met the same moments; then the median. */
  const ratio = (mine, theirs) => round(median(mine.map((one, index) => one.perSecond / theirs[index].perSecond)));
  const speed = (runs) => median(runs.map((one) => one.perSecond));
  const memory = (runs) => Math.max(...runs.map((one) => one.memoryMb));
  return {
    'ingest.updates': ours[0].updates,
    'ingest.rounds': ROUNDS,
    'ingest.ratioToBare': ratio(ours, bare),
    'ingest.ratioToSdk': ratio(ours, sdk),
    'ingest.oursPerSecond': speed(ours),
    'ingest.barePerSecond': speed(bare),
    'ingest.sdkPerSecond': speed(sdk),
    'ingest.oursCpuMs': Math.round(median(ours.map((one) => one.cpuMs))),
    'ingest.bareCpuMs': Math.round(median(bare.map((one) => one.cpuMs))),
    'ingest.oursMemoryMb': memory(ours),
    'ingest.bareMemoryMb': memory(bare),
    'ingest.sdkMemoryMb': memory(sdk),
  };
}

const round = (value) => Math.round(value * 1_000) / 1_000;

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
