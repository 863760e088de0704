import { spawn } from 'node:child_process';
import type { Clock } from '@shared/clock';
import { readProcessTable, tableSource, type ProcessIdentity, type ProcessRow, type TableSource } from './processTable';

/*
 * Agents put the tools that they run into process groups and sessions of their own (measured: a kill of the agent's group
 * left 4 and 3 orphans), so no single handle names all of them. A tree here is the union of four: the process, its
 * group, whatever descends from them, and (Linux) whatever carries the mark in its environment.
 *
 * A pid is signalled only while a fresh reading of the process table shows it with the start time that we noted: the
 * number alone may belong to somebody else by now.
 */

export interface Tree {
  /** The process that was started, as seen right after its start. */
  leader: ProcessIdentity | undefined;
  /**
   * Its process group, which bears the leader's number. Set it only while the leader is known to live or has only just ended:
   * later the number may name a foreign group.
   */
  group?: number;
  /** `NAME=value` in the environment of everything that belongs to the tree. */
  mark?: string;
}

export interface EndOptions {
  clock: Clock;
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: number;
  /** Milliseconds that are given to SIGKILL before the rest is reported. */
  killMs?: number;
  /** Processes seen in the tree earlier: a child whose parent has ended cannot be found by its parent any more. */
  noted?: readonly ProcessIdentity[];
  source?: TableSource;
}

const KILL_MS = 3000;
const FIRST_POLL_MS = 15;
const LAST_POLL_MS = 120;

/** The living members of the tree in one reading of the process table. */
export function findTree(
  table: readonly ProcessRow[],
  tree: Tree,
  noted: readonly ProcessIdentity[] = [],
): ProcessRow[] {
  const known = new Map(noted.map((process) => [process.pid, process.startTime]));
  if (tree.leader) known.set(tree.leader.pid, tree.leader.startTime);
  // A process that bears the group's number but not the leader's start time means that the number went to others.
  const foreign = table.some((row) => row.pid === tree.group && known.get(row.pid) !== row.startTime);
  const group = foreign || !tree.group ? undefined : tree.group;
  const members = new Map<number, ProcessRow>();
  const children = new Map<number, ProcessRow[]>();
  const open: ProcessRow[] = [];
  const take = (row: ProcessRow): void => {
    if (members.has(row.pid) || row.pid === process.pid || row.pid <= 1) return;
    members.set(row.pid, row);
    open.push(row);
  };
  for (const row of table) {
    const siblings = children.get(row.ppid);
    if (siblings) siblings.push(row);
    else children.set(row.ppid, [row]);
    const marked = tree.mark !== undefined && row.marks.includes(tree.mark);
    if (marked || (group !== undefined && row.pgid === group) || known.get(row.pid) === row.startTime) take(row);
  }
  for (let row = open.pop(); row; row = open.pop()) children.get(row.pid)?.forEach(take);
  return [...members.values()];
}

/** The living members of the tree now. */
export async function noteTree(tree: Tree, source: TableSource = tableSource): Promise<ProcessRow[]> {
  return findTree(await readProcessTable(source), tree);
}

/** Everything that descends from the process, itself not included. */
export async function listDescendants(pid: number, source: TableSource = tableSource): Promise<ProcessRow[]> {
  const table = await readProcessTable(source);
  const self = table.find((row) => row.pid === pid);
  return self ? findTree(table, { leader: self }).filter((row) => row.pid !== pid) : [];
}

/**
 * Ends the whole tree: SIGTERM, `graceMs`, SIGKILL. Answers what still lives afterwards, which is nothing unless a process
 * hangs in the kernel or belongs to another user. Processes that appear meanwhile are signalled as well.
 */
export async function endTree(tree: Tree, options: EndOptions): Promise<ProcessIdentity[]> {
  const source = options.source ?? tableSource;
  const noted = new Map((options.noted ?? []).map((process) => [process.pid, process]));

  const pass = async (signal: NodeJS.Signals, ms: number): Promise<ProcessRow[]> => {
    const signalled = new Set<number>();
    const deadline = options.clock.now() + ms;
    for (let poll = FIRST_POLL_MS; ; poll = Math.min(poll * 2, LAST_POLL_MS)) {
      const rows = findTree(await readProcessTable(source), tree, [...noted.values()]);
      for (const row of rows) {
        noted.set(row.pid, { pid: row.pid, startTime: row.startTime });
        // One SIGTERM each: some agents take a second one for "at once" and skip their own cleaning up.
        if (signal === 'SIGKILL' || !signalled.has(row.pid)) sendSignal(row.pid, signal);
        signalled.add(row.pid);
      }
      if (rows.length === 0 || options.clock.now() >= deadline) return rows;
      await delay(options.clock, Math.min(poll, deadline - options.clock.now()));
    }
  };

  if (source === 'cim') await taskkill(tree, source);
  else if ((await pass('SIGTERM', options.graceMs)).length === 0) return [];
  const left = await pass('SIGKILL', options.killMs ?? KILL_MS);
  return left.map(({ pid, startTime }) => ({ pid, startTime }));
}

/** Windows has no SIGTERM, and only taskkill walks a tree there; what it misses the SIGKILL pass ends one by one. */
async function taskkill(tree: Tree, source: TableSource): Promise<void> {
  const { leader } = tree;
  const table = await readProcessTable(source);
  if (!leader || !table.some((row) => row.pid === leader.pid && row.startTime === leader.startTime)) return;
  await new Promise<void>((resolve) => {
    const child = spawn('taskkill', ['/PID', String(leader.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it ended since the reading. EPERM: another user's; the next reading shows it, and the caller is told.
  }
}

function delay(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(Math.max(0, ms), resolve);
  });
}

/** Resolves when the promise does, or after `ms`. */
export async function within(clock: Clock, ms: number, promise: Promise<unknown>): Promise<void> {
  let stopTimer = (): void => {};
  const late = new Promise<void>((resolve) => {
    stopTimer = clock.setTimer(ms, resolve);
  });
  await Promise.race([promise, late]);
  stopTimer();
}
