import type { ChildProcess } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import crossSpawn from 'cross-spawn';
import { invocationOf } from './cmdShim';
import { readStartTime, type ProcessIdentity } from './processTable';

export interface Exit {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

export interface SpawnedGroup {
  child: ChildProcess;
  /** Null unless asked for. */
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  /** Undefined when the child ended before its start time could be read. */
  leader: ProcessIdentity | undefined;
  /** The child's own number, which is also its group's. */
  pid: number;
  /** The exit event: `child.killed` only says that a signal was sent (AC-45). */
  exit: Promise<Exit>;
}

export interface SpawnOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  stdin: 'pipe' | 'ignore';
  /** For cmd.exe command lines, which are quoted already. */
  verbatim?: boolean;
}

/**
 * Starts a program as the leader of a process group of its own, from an argv array. On Windows batch files go through
 * cmd.exe (cmdShim), and cross-spawn reads the `#!` line of scripts; elsewhere it is Node's spawn. Rejects with the
 * system's error.
 */
export async function spawnGroup(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<SpawnedGroup> {
  const started = options.verbatim ? { program, args, verbatim: true } : invocationOf(program, args, options.env);
  const child = crossSpawn(started.program, [...started.args], {
    cwd: options.cwd,
    env: options.env,
    stdio: [options.stdin, 'pipe', 'pipe'],
    // On Windows it would open a console window, and there are no groups.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: started.verbatim,
  });
  const stdout = held(child.stdout);
  const stderr = held(child.stderr);
  const exit = new Promise<Exit>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  // Asked for before anything is awaited, so while the child is not reaped and its number cannot be another's.
  // Where it cannot be read (no process table) the leader is unknown, and the mark and the group still find it.
  const startTime = child.pid === undefined ? undefined : readStartTime(child.pid).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    // Stays attached: a later 'error' (a signal that could not be sent) has nobody else to go to and must not throw.
    child.on('error', reject);
  });
  child.stdin?.on('error', () => {
    // EPIPE or a destroyed stream: the child is gone or has closed its input. Its exit tells.
  });
  const pid = child.pid ?? 0;
  const found = await startTime;
  return {
    child,
    stdin: child.stdin,
    stdout,
    stderr,
    pid,
    exit,
    leader: found === undefined ? undefined : { pid, startTime: found },
  };
}

/**
 * The child's output, kept until it is read. Node itself resumes and so throws away what nobody has begun to read when the child
 * exits, which loses the last words of a program that ends at once, and breaks a reader's pause when the child ends.
 */
function held(stream: Readable | null): Readable {
  const kept = new PassThrough({ highWaterMark: 256 * 1024 });
  if (!stream) return kept.end();
  stream.once('error', () => kept.end());
  return stream.pipe(kept);
}
