import { isAbsolute } from 'node:path';
import type { Clock } from '@shared/clock';
import { fail, ok, toAppError, type Result } from '@shared/errors';
import { isFolder, TERMINAL_MARK } from './environment';
import type { Guard } from './guard';
import { spawnGroup, type Exit } from './spawnGroup';
import { terminalInvocation } from './shellCommand';
import { Terminal, type TerminalOutput } from './terminal';

/** One terminal/create, parsed (acp.md 3.10). */
export interface TerminalRequest {
  sessionId: string;
  command: string;
  args?: readonly string[] | null;
  env?: readonly { name: string; value: string }[] | null;
  /** Absolute; the session's folder when absent. */
  cwd?: string | null;
  outputByteLimit?: number | null;
}

/** Where a session's terminals run: its folder, and its agent's environment with the run's mark. */
export interface TerminalPlace {
  cwd: string;
  env: Readonly<Record<string, string>>;
}

export type TerminalEvent = { sessionId: string; terminalId: string } & (
  | { kind: 'created'; command: string; args: readonly string[]; cwd: string }
  | { kind: 'output'; text: string }
  | { kind: 'exited'; exitStatus: Exit }
  /** The agent is done with it and its id is void; the last output is what the person goes on seeing. */
  | { kind: 'released'; last: TerminalOutput }
);

export interface TerminalsOptions {
  clock: Clock;
  guard: Guard;
  /** Makes a unique terminal id. */
  newId: () => string;
  /** Milliseconds between SIGTERM and SIGKILL. Default 1000. */
  stopAfterMs?: number;
}

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
/** What an agent may ask for at most: the output is held in memory. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** The client's side of terminal/*, for all sessions of the engine. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #terminals = new Map<string, Terminal>();
  /** Starts under way, so that the end of a session does not overlook one. */
  readonly #starting = new Map<Promise<unknown>, string>();
  readonly #listeners = new Set<(event: TerminalEvent) => void>();

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** Starts the command; answers the terminal's id. */
  create(request: TerminalRequest, place: TerminalPlace): Promise<Result<string>> {
    const start = this.#start(request, place).finally(() => this.#starting.delete(start));
    this.#starting.set(start, request.sessionId);
    return start;
  }

  async #start(request: TerminalRequest, place: TerminalPlace): Promise<Result<string>> {
    const { sessionId, command } = request;
    const cwd = request.cwd || place.cwd;
    if (!isAbsolute(cwd) || !isFolder(cwd)) {
      return fail({ code: 'terminal.failed', command, message: `no such folder: ${cwd}` });
    }
    const terminalId = this.#options.newId();
    const env: Record<string, string> = { ...place.env };
    for (const { name, value } of request.env ?? []) env[name] = value;
    // Last, so that no request can take its process out of the tree.
    Object.assign(env, marksOf(place.env), { [TERMINAL_MARK]: terminalId });
    const invocation = terminalInvocation(command, request.args ?? [], env, cwd);
    if (!invocation) return fail({ code: 'terminal.failed', command, message: 'command not found' });
    const { program, args, verbatim } = invocation;
    try {
      const spawned = await spawnGroup(program, args, { cwd, env, stdin: 'ignore', verbatim });
      if (spawned.leader) this.#options.guard.add(terminalId, spawned.leader);
      this.#emit({ kind: 'created', sessionId, terminalId, command, args: request.args ?? [], cwd });
      const terminal = new Terminal({
        ...this.#options,
        spawned,
        terminalId,
        sessionId,
        outputBytes: Math.min(request.outputByteLimit ?? DEFAULT_OUTPUT_BYTES, MAX_OUTPUT_BYTES),
        onOutput: (text) => this.#emit({ kind: 'output', sessionId, terminalId, text }),
        onExit: (exitStatus) => this.#emit({ kind: 'exited', sessionId, terminalId, exitStatus }),
      });
      this.#terminals.set(terminalId, terminal);
      return ok(terminalId);
    } catch (error) {
      const thrown = toAppError(error);
      return fail({ code: 'terminal.failed', command, message: 'message' in thrown ? thrown.message : thrown.code });
    }
  }

  output(sessionId: string, terminalId: string): Result<TerminalOutput> {
    const found = this.#find(sessionId, terminalId);
    return found.ok ? ok(found.value.output()) : found;
  }

  /** Resolves when the command has ended and its output has been read, or when the terminal is released. */
  async waitForExit(sessionId: string, terminalId: string): Promise<Result<Exit>> {
    const found = this.#find(sessionId, terminalId);
    return found.ok ? ok(await found.value.exited) : found;
  }

  /** Ends the command and all that it started; the output stays readable. */
  async kill(sessionId: string, terminalId: string): Promise<Result<null>> {
    const found = this.#find(sessionId, terminalId);
    if (!found.ok) return found;
    await found.value.end();
    return ok(null);
  }

  /** Ends what still runs and forgets the terminal. */
  async release(sessionId: string, terminalId: string): Promise<Result<null>> {
    const found = this.#find(sessionId, terminalId);
    if (!found.ok) return found;
    this.#terminals.delete(terminalId);
    await found.value.end();
    this.#emit({ kind: 'released', sessionId, terminalId, last: found.value.output() });
    return ok(null);
  }

  /** Hears what happens in all terminals; output comes as it arrives, so batch before showing it. */
  onEvent(listener: (event: TerminalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a command of the session still runs. */
  hasLive(sessionId: string): boolean {
    return [...this.#terminals.values()].some((terminal) => terminal.sessionId === sessionId && terminal.live);
  }

  /** Ends and forgets all terminals of a session, or of every session. */
  async closeAll(sessionId?: string): Promise<void> {
    const isMine = (owner: string): boolean => sessionId === undefined || owner === sessionId;
    await Promise.all([...this.#starting].filter(([, owner]) => isMine(owner)).map(([start]) => start));
    const mine = [...this.#terminals].filter(([, terminal]) => isMine(terminal.sessionId));
    await Promise.all(mine.map(([terminalId, terminal]) => this.release(terminal.sessionId, terminalId)));
  }

  #find(sessionId: string, terminalId: string): Result<Terminal> {
    const terminal = this.#terminals.get(terminalId);
    // Another session's terminal is as unknown as one that never was.
    if (terminal?.sessionId !== sessionId) return fail({ code: 'terminal.unknown', terminalId });
    return ok(terminal);
  }

  #emit(event: TerminalEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function marksOf(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('SIGNALBOX_')));
}
