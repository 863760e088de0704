import { readdirSync, readFileSync } from 'node:fs';
import { RuntimeError } from '../runtime/runtimeError.mjs';

// What runs on this machine, read from /proc: nothing here asks the app.

if (process.platform !== 'linux') throw new RuntimeError('This suite reads /proc, so it runs on Linux only.');

const numbers = (folder) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** Undefined where it ended while we looked. */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

/** A process and all that descend from it: `{ pid, command }`. */
export function treeOf(root) {
  const all = numbers('/proc').flatMap((name) => {
    const stat = read(`/proc/${name}/stat`);
    if (stat === undefined) return [];
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ pid: Number(name), parent, command: (read(`/proc/${name}/cmdline`) ?? '').replaceAll('\0', ' ') }];
  });
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Nanoseconds on a processor by thread; the ticks of /proc/PID/stat are too coarse for a window that does nothing. */
function threadTimes(root) {
  const times = new Map();
  for (const { pid } of treeOf(root)) {
    let threads = [];
    try {
      threads = numbers(`/proc/${pid}/task`);
    } catch {
      // It ended while we looked.
    }
    for (const thread of threads) {
      const schedule = read(`/proc/${pid}/task/${thread}/schedstat`);
      if (schedule !== undefined) times.set(thread, Number(schedule.split(' ')[0]));
    }
  }
  return times;
}

/** Counts the processor time of a process and all that descend from it; the returned function says how many ms it was. */
export function countCpu(root) {
  const before = threadTimes(root);
  return () => {
    let spent = 0;
    for (const [thread, time] of threadTimes(root)) spent += time - (before.get(thread) ?? 0);
    return spent / 1e6;
  };
}

/** Resident memory in bytes. */
export function residentBytes(pid) {
  const status = read(`/proc/${pid}/status`) ?? '';
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** The process of the page below Electron's main. */
export const rendererPid = (main) =>
  treeOf(main).find(({ command }) => command.includes('--type=renderer'))?.pid ?? Number.NaN;

/** Processes with this text in their environment, whoever started them; ours is none of them. */
export const processesNaming = (text) =>
  numbers('/proc')
    .map(Number)
    .filter((pid) => pid !== process.pid && read(`/proc/${pid}/environ`)?.includes(text) === true)
    // One that only waits for its parent to notice its end does not run.
    .filter((pid) => !/\) [ZX]/.test(read(`/proc/${pid}/stat`) ?? ') X'));
