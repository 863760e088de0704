import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { isFolder, resolveCommand, RUN_MARK, searchedFolders } from './environment';
import type { Guard } from './guard';
import type { ProcessIdentity } from './processTable';
import { endTree, noteTree, within, type Tree } from './processTree';
import type { RunRecords } from './runRecords';
import { spawnGroup, type Exit, type SpawnedGroup } from './spawnGroup';
import { StderrTail } from './stderrTail';

export interface AgentProcessOptions {
  /** Unique for ever (a UUID); `env` must carry it as its mark, as agentEnvironment writes it. */
  runId: string;
  agentId: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  clock: Clock;
  guard: Guard;
  records: RunRecords;
  /** Milliseconds that the agent has to exit by itself once its stdin has ended. Default 2000. */
  exitAfterMs?: number;
  /** Milliseconds between SIGTERM and SIGKILL. Default 1000: with the time before it, five stubborn agents are gone within 4 s (AC-46). */
  stopAfterMs?: number;
}

export interface AgentExit extends Exit {
  stderrTail: string;
}

const EXIT_AFTER_MS = 2000;
const STOP_AFTER_MS = 1000;
/** How long the last words on stderr may come after the exit event, when a child of the agent still holds the pipe. */
const LAST_WORDS_MS = 200;

/**
 * Starts an agent. Every way in which that can fail is a value: `agent.notFound`, `agent.notExecutable`, `agent.spawnFailed`,
 * `project.missing`.
 */
export async function startAgentProcess(options: AgentProcessOptions): Promise<Result<AgentProcess>> {
  const { command, args, env, cwd, runId, guard, records } = options;
  if (!isFolder(cwd)) return fail({ code: 'project.missing', path: cwd });
  const program = resolveCommand(command, env, cwd);
  if (program === undefined) {
    if (/[\\/]/.test(command) && existsSync(command)) return fail({ code: 'agent.notExecutable', command });
    return fail({ code: 'agent.notFound', command, searched: searchedFolders(env['PATH'] ?? env['Path']) });
  }
  guard.add(runId);
  await records.began(runId, options.agentId);
  try {
    const spawned = await spawnGroup(program, args, { cwd, env, stdin: 'pipe' });
    const { stdin } = spawned;
    if (!stdin) throw new Error('no stdin');
    const agent = new AgentProcess(options, spawned, stdin);
    if (spawned.leader && !agent.exit) {
      guard.add(runId, spawned.leader);
      await records.started(runId, spawned.leader);
    }
    return ok(agent);
  } catch (error) {
    guard.remove(runId);
    await records.ended(runId);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'ENOEXEC') return fail({ code: 'agent.notExecutable', command });
    return fail({
      code: 'agent.spawnFailed',
      command,
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

/** One running agent. Whoever starts it closes it; it ends its own tree when the agent exits by itself. */
export class AgentProcess {
  readonly pid: number;
  readonly runId: string;
  /** Writing to it never throws, also after the agent is gone. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The agent's process has ended, with its last words on stderr. Its children may live a moment longer. */
  readonly exited: Promise<AgentExit>;
  /** The whole tree is gone; answers what could not be ended (nothing, as a rule). */
  readonly closed: Promise<ProcessIdentity[]>;
  #exit: Exit | undefined;
  #close: Promise<ProcessIdentity[]> | undefined;
  #settleClosed: (remained: Promise<ProcessIdentity[]>) => void = () => {};
  readonly #options: AgentProcessOptions;
  readonly #spawned: SpawnedGroup;
  readonly #tail = new StderrTail();
  readonly #listeners = new Set<(text: string) => void>();

  constructor(options: AgentProcessOptions, spawned: SpawnedGroup, stdin: Writable) {
    this.#options = options;
    this.#spawned = spawned;
    this.pid = spawned.pid;
    this.runId = options.runId;
    this.stdin = stdin;
    this.stdout = spawned.stdout;
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    const stderrEnded = new Promise<void>((resolve) => {
      spawned.stderr.once('close', resolve);
    });
    spawned.stderr.on('data', (chunk: Buffer) => {
      const text = this.#tail.push(chunk);
      for (const listener of this.#listeners) listener(text);
    });
    this.exited = spawned.exit.then(async (exit) => {
      this.#exit = exit;
      // An agent that exits by itself may leave its tools running (a crash always does).
      this.#close ??= this.#end([]);
      this.#settleClosed(this.#close);
      await within(options.clock, LAST_WORDS_MS, stderrEnded);
      return { ...exit, stderrTail: this.stderrTail };
    });
  }

  /** How it ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  get stderrTail(): string {
    return this.#tail.toString();
  }

  /** Hears stderr as it comes, cut anywhere but inside a character. */
  onStderr(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Ends stdin, gives the agent time to exit by itself, then ends the whole tree with SIGTERM and SIGKILL. Resolves when it
   * is gone; calling it again answers the same.
   */
  close(): Promise<ProcessIdentity[]> {
    this.#close ??= this.#stop();
    this.#settleClosed(this.#close);
    return this.#close;
  }

  async #stop(): Promise<ProcessIdentity[]> {
    // Noted first: what an agent leaves behind when it exits has no parent to be found by.
    const noted = await noteTree(this.#tree()).catch(() => []);
    this.stdin.end();
    await within(this.#options.clock, this.#options.exitAfterMs ?? EXIT_AFTER_MS, this.#spawned.exit);
    return this.#end(noted);
  }

  async #end(noted: readonly ProcessIdentity[]): Promise<ProcessIdentity[]> {
    const { clock, guard, records, runId, stopAfterMs = STOP_AFTER_MS } = this.#options;
    const remained = await endTree(this.#tree(), { clock, noted, graceMs: stopAfterMs }).catch(() => {
      // The process table cannot be read, so nobody's number is certain but that of our own child.
      this.#spawned.child.kill('SIGKILL');
      return [...noted];
    });
    // What remains stays registered: guard and next start try again.
    if (remained.length > 0) return remained;
    await this.#spawned.exit;
    guard.remove(runId);
    await records.ended(runId);
    return [];
  }

  #tree(): Tree {
    const mark = `${RUN_MARK}=${this.runId}`;
    return { leader: this.#spawned.leader, group: this.pid, mark };
  }
}
