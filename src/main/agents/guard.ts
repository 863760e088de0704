import { spawn, type ChildProcess } from 'node:child_process';
import { guardScript } from './guardScript';
import { tableSource, type ProcessIdentity, type TableSource } from './processTable';

export interface Guard {
  /** Its process, for tests and the log; undefined where there is none. */
  readonly pid: number | undefined;
  /** Registers a run: without a leader before its spawn (the mark is known), with it afterwards. */
  add(runId: string, leader?: ProcessIdentity): void;
  /** The run's tree is gone. */
  remove(runId: string): void;
  /** The engine ends in order, all trees are gone: the guard exits without doing anything. Resolves when it has. */
  close(): Promise<void>;
}

export interface GuardOptions {
  /** Milliseconds between SIGTERM and SIGKILL once the engine is dead. */
  graceMs?: number;
  source?: TableSource;
  /** The guard ended although nobody asked it to; it has been started anew unless `willRestart` is false. */
  onLost?: (willRestart: boolean) => void;
}

const GRACE_MS = 2000;
const MAX_RESTARTS = 3;

/**
 * Starts the engine's guard: a shell in a session of its own that ends every registered run when the engine dies without
 * saying so, even of kill -9. One for each engine.
 *
 * Windows has neither sessions nor this shell. There the kernel can do the same better, with a Job Object that is
 * closed with its last handle; until that exists, what an engine that was killed leaves there is ended at the next
 * start, from the run records.
 */
export function startGuard(options: GuardOptions = {}): Guard {
  const source = options.source ?? tableSource;
  if (source === 'cim') return { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
  return new ShellGuard(source, options);
}

/** A guard that begins with the first run: a start of the app has none, and a process costs it some milliseconds. */
export function guardOfFirstRun(options: GuardOptions = {}): Guard {
  let guard: Guard | undefined;
  return {
    get pid() {
      return guard?.pid;
    },
    add(runId, leader) {
      guard ??= startGuard(options);
      guard.add(runId, leader);
    },
    remove: (runId) => guard?.remove(runId),
    close: () => guard?.close() ?? Promise.resolve(),
  };
}

class ShellGuard implements Guard {
  readonly #runs = new Map<string, ProcessIdentity | undefined>();
  readonly #source: TableSource;
  readonly #options: GuardOptions;
  #child: ChildProcess;
  #restarts = 0;
  #closing: Promise<void> | undefined;

  constructor(source: TableSource, options: GuardOptions) {
    this.#source = source;
    this.#options = options;
    this.#child = this.#start();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  add(runId: string, leader?: ProcessIdentity): void {
    this.#runs.set(runId, leader);
    this.#write(`add ${runId} ${leader?.pid ?? 0} ${leader?.startTime ?? '-'}`);
  }

  remove(runId: string): void {
    if (this.#runs.delete(runId)) this.#write(`remove ${runId}`);
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      const child = this.#child;
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
      child.ref();
      child.once('exit', () => resolve());
      this.#write('quit');
    });
    return this.#closing;
  }

  #start(): ChildProcess {
    const tenths = Math.ceil((this.#options.graceMs ?? GRACE_MS) / 100);
    const child = spawn('/bin/sh', ['-c', guardScript, 'signalbox-guard', this.#source, String(tenths)], {
      // A session of its own: a signal to the engine's group or terminal does not reach it.
      detached: true,
      cwd: '/',
      // Nothing of the engine's environment: an engine that itself runs inside an agent carries that agent's mark, and the
      // guard has to outlive it.
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => {
      // Its pipe breaks when it ends; the exit below is what counts.
    });
    child.once('error', () => this.#lost());
    child.once('exit', () => this.#lost());
    // It must not keep the engine alive.
    child.unref();
    return child;
  }

  #lost(): void {
    if (this.#closing) return;
    const willRestart = this.#restarts < MAX_RESTARTS;
    if (willRestart) {
      this.#restarts += 1;
      this.#child = this.#start();
      for (const [runId, leader] of this.#runs) this.add(runId, leader);
    }
    this.#options.onLost?.(willRestart);
  }

  #write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }
}
