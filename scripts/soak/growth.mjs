import { statSync } from 'node:fs';
import { join } from 'node:path';
import { collectedMemory } from '../bench/memory/collected.mjs';
import { median } from '../bench/median.mjs';

/** Bytes of the database, its log included: what is not checkpointed yet is on the disk all the same. */
function databaseBytes(home) {
  const size = (name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0;
  return size('signalbox.db') + size('signalbox.db-wal');
}

/** Measures in windows of so many ms until it is over: the loops during each, memory and disk after it. */
export async function sampled({ app, probes, charactersAChunk, isOver, pause, windowMs }) {
  const samples = [];
  const began = performance.now();
  let streamed = 0;
  while (!isOver()) {
    let agents = [];
    let loops = { engine: undefined, main: undefined };
    const windowBegan = performance.now();
    const figures = await probes.during(() => pause(windowMs));
    const seconds = (performance.now() - windowBegan) / 1_000;
    agents = figures('agent');
    loops = { engine: figures('engine')[0], main: figures('main')[0] };
    const chunks = agents.reduce((total, agent) => total + agent.chunks, 0);
    // Those that came while memory was looked at count too.
    streamed = agents.reduce((total, agent) => total + agent.total, 0);
    const memory = await collectedMemory(app, probes);
    samples.push({
      minute: (performance.now() - began) / 60_000,
      ...memory,
      engineP99Ms: loops.engine.p99,
      mainP99Ms: loops.main.p99,
      engineMaxMs: loops.engine.max,
      engineCpuShare: loops.engine.cpuMs / seconds / 1_000,
      engineWholeP99Ms: loops.engine.wholeP99,
      mainWholeP99Ms: loops.main.wholeP99,
      chunksASecond: chunks / seconds,
      streamedMb: (streamed * charactersAChunk) / 1e6,
      databaseMb: databaseBytes(app.home) / 1e6,
    });
  }
  return samples;
}

/** The slope of `y` over `x` by least squares. */
export function slope(samples, x, y) {
  const mean = (key) => samples.reduce((total, sample) => total + sample[key], 0) / samples.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  let above = 0;
  let below = 0;
  for (const sample of samples) {
    above += (sample[x] - meanX) * (sample[y] - meanY);
    below += (sample[x] - meanX) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

/** The last fifth's median over the first fifth's; what lies below `floor` counts as that much. */
export function lateToEarly(samples, key, floor = 0) {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const middle = (part) => Math.max(floor, median(part.map((sample) => sample[key])));
  return middle(samples.slice(-fifth)) / middle(samples.slice(0, fifth));
}
