import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { record } from './record.mjs';

const CHILD = fileURLToPath(new URL('./child.mjs', import.meta.url));

/**
 * Starts `count` children, each in a session of its own, each with a grandchild in another, all deaf to SIGTERM: what
 * agents do with the tools they run. `clean` leaves them without our environment (and so without the run's mark).
 */
export function forkChildren(/** @type {number} */ count, /** @type {boolean} */ clean, depth = 1) {
  return Array.from({ length: count }, () => {
    const log = process.env.FAKE_AGENT_LOG;
    const child = spawn(process.execPath, [CHILD, String(depth)], {
      detached: true,
      stdio: 'ignore',
      env: clean ? (log ? { FAKE_AGENT_LOG: log } : {}) : process.env,
    });
    record({ event: 'child', child: child.pid, depth });
    return child.pid;
  });
}
