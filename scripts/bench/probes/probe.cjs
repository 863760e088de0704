/*
 * Loaded by NODE_OPTIONS into the processes that are measured: Electron's main, the engine (a utility process) and the
 * agents. It connects to the bench (BENCH_SOCKET), says which process it is in, and answers one line to each:
 *   start   counts from here
 *   stop    what was counted since; `wholeP99` is over all that was ever counted
 *   memory  what is left after the collector has run, not counted
 */
const { writeFileSync } = require('node:fs');
const { connect } = require('node:net');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const { BENCH_SOCKET, BENCH_ROLE, BENCH_PROFILE, BENCH_LOOPS } = process.env;
// Electron names its processes only after this file was read.
if (isMainThread && BENCH_SOCKET) setImmediate(begin);

function begin() {
  const role = BENCH_ROLE ?? { browser: 'main', utility: 'engine' }[process.type];
  if (role === undefined) return;
  const meter = role === 'agent' ? chunkMeter() : loopMeter(role);
  const socket = connect(BENCH_SOCKET);
  socket.on('error', () => undefined);
  socket.unref();
  socket.write(`${JSON.stringify({ role, pid: process.pid })}\n`);
  socket.setEncoding('utf8').on('data', (text) => {
    for (const command of text.trim().split('\n')) {
      if (command === 'start') meter.start();
      else void meter[command]().then((figures) => socket.write(`${JSON.stringify(figures)}\n`));
    }
  });
}

/** The loop's delay in ms, CPU in ms of the whole process (all its threads), memory in bytes. */
function loopMeter(role) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const whole = monitorEventLoopDelay({ resolution: 1 });
  let cpu = process.cpuUsage();
  let endProfile = null;
  return {
    start() {
      if (BENCH_PROFILE && role === 'engine') endProfile ??= startProfile(BENCH_PROFILE);
      cpu = process.cpuUsage();
      // Two timers of 1 ms cost a process as much as an answer of 32 KB does.
      if (BENCH_LOOPS === 'off') return;
      delay.reset();
      delay.enable();
      whole.enable();
    },
    async stop() {
      delay.disable();
      whole.disable();
      const { user, system } = process.cpuUsage(cpu);
      const ms = (nanoseconds) => nanoseconds / 1e6;
      const figures = {
        p50: ms(delay.percentile(50)),
        p99: ms(delay.percentile(99)),
        max: ms(delay.max),
        wholeP99: ms(whole.percentile(99)),
        cpuMs: (user + system) / 1_000,
        rss: process.memoryUsage().rss,
        heap: process.memoryUsage().heapUsed,
      };
      await endProfile?.();
      endProfile = null;
      return figures;
    },
    memory: collectedMemory,
  };
}

async function collectedMemory() {
  const { Session } = require('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed, external };
}

/** Writes FOLDER/engine-N.cpuprofile at its end. */
function startProfile(folder) {
  const { Session } = require('node:inspector/promises');
  const session = new Session();
  session.connect();
  const started = session
    .post('Profiler.enable')
    .then(() => session.post('Profiler.setSamplingInterval', { interval: 500 }))
    .then(() => session.post('Profiler.start'));
  return async () => {
    await started;
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(`${folder}/engine-${Date.now()}.cpuprofile`, JSON.stringify(profile));
  };
}

/** How many chunks of an answer this agent has written, since the start and since ever, and when the last, in ms since 1970. */
function chunkMeter() {
  const write = process.stdout.write.bind(process.stdout);
  let total = 0;
  let before = 0;
  let lastAt = 0;
  process.stdout.write = (data, ...rest) => {
    if (String(data).includes('"agent_message_chunk"')) {
      total += 1;
      lastAt = performance.timeOrigin + performance.now();
    }
    return write(data, ...rest);
  };
  return {
    start() {
      before = total;
    },
    stop: () => Promise.resolve({ chunks: total - before, total, lastAt }),
    memory: () =>
      Promise.resolve({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed, external: 0 }),
  };
}
