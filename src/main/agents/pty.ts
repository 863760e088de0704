import type { IPty } from '@lydell/node-pty';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { AgentId, PtyId } from '@shared/ids';
import type { PtyExit, PtyFrame, PtySnapshot } from '@shared/ipc/signIn';
import { invocationOf } from './cmdShim';
import { isFolder, resolveCommand, RUN_MARK } from './environment';
import type { Guard } from './guard';
import { readStartTime, type ProcessIdentity } from './processTable';
import { endTree, noteTree, type Tree } from './processTree';
import { PtyOutput } from './ptyOutput';
import type { RunRecords } from './runRecords';

export interface PtyRequest {
  ptyId: PtyId;
  agentId: AgentId;
  /** A UUID; `env` carries it as its mark. */
  runId: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
}

export interface PtyHost {
  clock: Clock;
  guard: Guard;
  records: RunRecords;
  /** Milliseconds between SIGTERM and SIGKILL. Default 1000. */
  stopAfterMs?: number;
}

/** Characters that are kept for a page that comes later. */
const KEPT_OUTPUT = 256 * 1024;
const STOP_AFTER_MS = 1000;

/**
 * A program in a pseudoterminal. Failures are values: `agent.notFound`, `project.missing`, and `terminal.failed` where the
 * system gives no terminal or the binary for it is missing.
 */
export async function startPty(request: PtyRequest, host: PtyHost): Promise<Result<Pty>> {
  const { command, env, cwd, runId } = request;
  if (!isFolder(cwd)) return fail({ code: 'project.missing', path: cwd });
  const program = resolveCommand(command, env, cwd);
  if (program === undefined) return fail({ code: 'terminal.failed', command, message: 'command not found' });
  host.guard.add(runId);
  await host.records.began(runId, request.agentId);
  try {
    const child = await spawn(program, request);
    const leader = await identityOf(child.pid);
    if (leader !== undefined) {
      host.guard.add(runId, leader);
      await host.records.started(runId, leader);
    }
    return ok(new Pty(request, host, child, leader));
  } catch (thrown) {
    host.guard.remove(runId);
    await host.records.ended(runId);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return fail({ code: 'terminal.failed', command, message });
  }
}

/** Loaded at the first use: it is a native module, and most runs of Signalbox need none. */
async function spawn(program: string, { args, env, cwd }: PtyRequest): Promise<HeldPty> {
  const { spawn: spawnPty } = await import('@lydell/node-pty');
  const pty = spawnPty(...invocation(program, args, env), {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    cwd,
    env: { ...env, COLORTERM: 'truecolor' },
  });
  return new HeldPty(pty);
}

async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  const startTime = await readStartTime(pid).catch(() => undefined);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** On Windows a string is a command line that is quoted already (AC-42). */
function invocation(program: string, args: readonly string[], env: PtyRequest['env']): [string, string[] | string] {
  const started = invocationOf(program, args, env);
  return [started.program, started.verbatim ? started.args.join(' ') : [...started.args]];
}

/** What comes before anybody listens is kept: a short command has ended before its start time is read. */
class HeldPty {
  readonly pid: number;
  readonly exited: Promise<PtyExit>;
  readonly #pty: IPty;
  #held: string[] | null = [];
  #listener: (text: string) => void = () => undefined;

  constructor(pty: IPty) {
    this.#pty = pty;
    this.pid = pty.pid;
    pty.onData((text) => {
      if (this.#held === null) this.#listener(text);
      else this.#held.push(text);
    });
    this.exited = new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => resolve({ exitCode, signal: signal || null }));
    });
  }

  listen(listener: (text: string) => void): void {
    this.#listener = listener;
    for (const text of this.#held ?? []) listener(text);
    this.#held = null;
  }

  write(data: string): void {
    this.#pty.write(data);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }
}

/** One terminal that a person types into. It outlives the pages that show it; whoever started it ends it. */
export class Pty {
  readonly ptyId: PtyId;
  readonly exited: Promise<PtyExit>;
  readonly #request: PtyRequest;
  readonly #host: PtyHost;
  readonly #child: HeldPty;
  readonly #leader: ProcessIdentity | undefined;
  readonly #output = new PtyOutput(KEPT_OUTPUT);
  readonly #feed = new Feed<PtyFrame>();
  #exit: PtyExit | null = null;
  /** What the program left in the background, as seen at its end. */
  #left: readonly ProcessIdentity[] = [];
  #ending: Promise<boolean> | undefined;

  constructor(request: PtyRequest, host: PtyHost, child: HeldPty, leader: ProcessIdentity | undefined) {
    this.ptyId = request.ptyId;
    this.#request = request;
    this.#host = host;
    this.#child = child;
    this.#leader = leader;
    child.listen((text) => {
      this.#output.push(text);
      this.#feed.publish({ type: 'output', text });
    });
    this.exited = child.exited.then(async (exit) => {
      // Now, while the group's number can only be this group's.
      this.#left = await noteTree(this.#tree(true)).catch(() => []);
      this.#exit = exit;
      this.#feed.publish({ type: 'exited', exit });
      return exit;
    });
  }

  get exit(): PtyExit | null {
    return this.#exit;
  }

  source(): StreamSource {
    const { command, args } = this.#request;
    return this.#feed.source((): PtySnapshot => ({
      command: [command, ...args],
      output: this.#output.toString(),
      exit: this.#exit,
    }));
  }

  /** Nothing where the program has ended. */
  write(data: string): void {
    if (this.#exit === null) this.#child.write(data);
  }

  resize(cols: number, rows: number): void {
    if (this.#exit === null) this.#child.resize(cols, rows);
  }

  /** Ends the program with all that it started; false where something could not be ended. */
  end(): Promise<boolean> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /**
   * By our own knowledge of the tree: node-pty's `kill` asks a forked script for the console's processes on Windows, and
   * a packed app can fork nothing (its fuses), so it would end only the first of them after five seconds.
   */
  async #end(): Promise<boolean> {
    const { clock, guard, records, stopAfterMs = STOP_AFTER_MS } = this.#host;
    const { runId } = this.#request;
    const tree = this.#tree(this.#exit === null);
    const remained = await endTree(tree, { clock, graceMs: stopAfterMs, noted: this.#left }).catch(() => null);
    if (remained === null || remained.length > 0) return false;
    await this.exited;
    guard.remove(runId);
    await records.ended(runId);
    return true;
  }

  /** `withGroup` only until the program has ended: later the group's number may be another's. */
  #tree(withGroup: boolean): Tree {
    const mark = `${RUN_MARK}=${this.#request.runId}`;
    const leader = this.#leader;
    return withGroup ? { leader, group: this.#child.pid, mark } : { leader, mark };
  }
}
