import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PRODUCER = fileURLToPath(new URL('producer.mjs', import.meta.url));

/**
 * Runs one consumer over a real child's pipe in this process and prints its figures as JSON. `attach(child, onUpdate, count)`
 * starts reading and calls `onUpdate(text length)` for every update that is wholly dealt with; it gives a promise of the end.
 * Time counts from the first update to the last: the child's start is not the consumer's work.
 */
export async function measure(attach) {
  const count = Number(process.env.BENCH_COUNT ?? 200_000);
  const child = spawn(process.execPath, [process.env.BENCH_PRODUCER ?? PRODUCER, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let updates = 0;
  let characters = 0;
  let peakRss = 0;
  let started = 0;
  let finished = 0;
  let cpu = process.cpuUsage();
  const sample = () => {
    peakRss = Math.max(peakRss, process.memoryUsage.rss());
  };
  sample();
  const baseRss = peakRss;
  const onUpdate = (length) => {
    if (updates === 0) {
      started = performance.now();
      cpu = process.cpuUsage();
    }
    updates += 1;
    characters += length;
    if (updates % 5_000 === 0) sample();
    if (updates === count) {
      finished = performance.now();
      cpu = process.cpuUsage(cpu);
    }
  };
  const result = await attach(child, onUpdate, count);
  sample();
  if (updates !== count) throw new Error(`${updates} of ${count} updates arrived`);
  const ms = finished - started;
  console.log(
    JSON.stringify({
      updates,
      characters,
      ms,
      perSecond: Math.round((count / ms) * 1_000),
      cpuMs: (cpu.user + cpu.system) / 1_000,
      memoryMb: Math.round((peakRss - baseRss) / 1_048_576),
      ...result,
    }),
  );
  process.exit(0);
}
