import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { electronFlags } from '../../preflight.mjs';

const PROBE = `--require=${JSON.stringify(fileURLToPath(new URL('probe.cjs', import.meta.url)))}`;
const PATIENCE_MS = 120_000;

/**
 * Starts Electron, waits until `ready` (an expression in its page) is true and painted, and ends it again. Milliseconds from
 * before the process to that paint.
 */
export async function timedStart({ executable, display }, { argv, env = {}, ready }) {
  const { ELECTRON_RUN_AS_NODE: _, WAYLAND_DISPLAY: __, ...inherited } = process.env;
  const began = performance.timeOrigin + performance.now();
  const child = spawn(executable, [...electronFlags(), '--log-level=3', ...argv], {
    env: {
      ...inherited,
      ...(display === undefined ? {} : { DISPLAY: display }),
      NODE_OPTIONS: PROBE,
      BENCH_READY: ready,
      LANG: 'en_US.UTF-8',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const at = /^ready (.+)$/.exec(line)?.[1];
      if (at !== undefined) return Number(at) - began;
    }
    throw new Error(`${argv.join(' ')} ended before it was ready`);
  } finally {
    clearTimeout(patience);
    child.kill('SIGTERM');
    await exited;
  }
}
