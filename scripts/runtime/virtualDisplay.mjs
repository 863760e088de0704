// @ts-check
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { RuntimeError } from './runtimeError.mjs';

// Xvfb lives under a small shell that waits for the end of its standard input: however this process ends, kill -9
// included, the display goes with it. It has a session of its own, so that Ctrl-C reaches the app before its display.
const GUARD = 'Xvfb "$@" </dev/null & pid=$!; exec 3>&-; cat >/dev/null; kill "$pid" 2>/dev/null; wait "$pid"';

/**
 * Starts an X server without a screen on a free display number that it picks itself.
 * @param {{ width?: number, height?: number, framebuffers?: string }} [options] pixels; `framebuffers`: a folder in which
 *   the screen is kept as the file `Xvfb_screen0`
 * @returns {Promise<{ display: string, stop: () => Promise<void> }>} `display` as in DISPLAY
 */
export function startVirtualDisplay({ width = 1600, height = 1000, framebuffers } = {}) {
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-nolisten',
    'tcp',
    '-noreset',
    '-nocursor',
  ];
  if (framebuffers) args.push('-fbdir', framebuffers);
  const child = spawn('sh', ['-c', GUARD, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  // The guard may be gone already when its input is closed.
  child.stdin?.on('error', () => {});
  const stop = async () => {
    child.stdin?.end();
    await closed;
  };
  return new Promise((resolve, reject) => {
    let stderr = '';
    let number = '';
    child.stderr?.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-2000);
    });
    child.once('error', reject);
    const displays = child.stdio[3];
    if (!(displays instanceof Readable)) return;
    displays.on('data', (chunk) => {
      number += String(chunk);
      if (number.includes('\n')) resolve({ display: `:${number.trim()}`, stop });
    });
    displays.once('end', () => {
      if (number.includes('\n')) return;
      child.stdin?.end();
      const fault = stderr.split('\n').find((line) => line.trim() !== '') ?? 'it said nothing';
      reject(new RuntimeError(`Xvfb did not start: ${fault}. Set DISPLAY to a running X server, or mend Xvfb.`));
    });
  });
}
