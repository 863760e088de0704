// @ts-check
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// The lock only saves work: what it guards is built in a temporary folder and renamed into place, so two holders
// would at worst download twice. That is why a stale lock may be taken over without a second lock around it.

const LOCK = 'lock';
const TEMP_PREFIX = 'tmp-';
/** The folders whose lock this process holds: its own pid in a lock file says nothing about who wrote it. */
const held = new Set();

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The pid in the lock file, or undefined when there is none or it is unreadable. @param {string} folder */
function holderOf(folder) {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, LOCK), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function tryLock(folder) {
  try {
    writeFileSync(join(folder, LOCK), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead holder's lock aside; whoever's rename succeeds is the only one that removed it. @param {string} folder */
function breakStaleLock(folder) {
  const aside = join(folder, `${LOCK}-stale-${randomUUID()}`);
  try {
    renameSync(join(folder, LOCK), aside);
  } catch {
    return;
  }
  rmSync(aside, { force: true });
}

/** Removes the temporary folders of processes that were killed. @param {string} folder */
function sweep(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(TEMP_PREFIX)) continue;
    const pid = Number.parseInt(name.slice(TEMP_PREFIX.length), 10);
    if (pid === process.pid || !isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * A write that is under way in another thread may put its file there while the folder is being emptied, and Node's own
 * retries only remove the folder again, not what came into it (seen under load: ENOTEMPTY after all of them).
 * @param {string} folder
 */
function removeFolder(folder) {
  for (let left = 10; ; left -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 1, retryDelay: 20 });
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/**
 * Runs `work` while this process alone holds the folder's lock, with a temporary folder that is gone afterwards,
 * also when the process is interrupted (SIGINT, SIGTERM, SIGHUP). After kill -9 the next holder sweeps it.
 *
 * @template T
 * @param {string} folder created when missing
 * @param {(temp: string) => Promise<T>} work
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withCacheLock(folder, work, { onWait, pollMs = 200 } = {}) {
  mkdirSync(folder, { recursive: true });
  let told = false;
  let unreadable = 0;
  while (!tryLock(folder)) {
    const pid = holderOf(folder);
    // An empty lock is one that is just being written, or whose writer died between the two steps.
    unreadable = pid === undefined ? unreadable + 1 : 0;
    const leftByAnother = pid === process.pid && !held.has(folder);
    if (leftByAnother || (pid !== undefined && !isAlive(pid)) || unreadable > 10) {
      breakStaleLock(folder);
      continue;
    }
    if (pid !== undefined && !told) {
      told = true;
      onWait?.(pid);
    }
    await delay(pollMs);
  }
  const temp = join(folder, `${TEMP_PREFIX}${process.pid}`);
  held.add(folder);
  const release = () => {
    held.delete(folder);
    removeFolder(temp);
    if (holderOf(folder) === process.pid) rmSync(join(folder, LOCK), { force: true });
  };
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    try {
      release();
    } finally {
      // What could not be removed is swept by the next holder.
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, onSignal);
  try {
    sweep(folder);
    mkdirSync(temp);
    return await work(temp);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    release();
  }
}
