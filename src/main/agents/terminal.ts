import type { Readable } from 'node:stream';
import type { Clock } from '@shared/clock';
import { TERMINAL_MARK } from './environment';
import type { Guard } from './guard';
import { OutputRing } from './outputRing';
import type { ProcessIdentity } from './processTable';
import { endTree, noteTree, within, type Tree } from './processTree';
import type { Exit, SpawnedGroup } from './spawnGroup';

export interface TerminalOutput {
  output: string;
  truncated: boolean;
  exitStatus: Exit | undefined;
}

export interface TerminalOptions {
  clock: Clock;
  guard: Guard;
  stopAfterMs?: number;
  spawned: SpawnedGroup;
  terminalId: string;
  sessionId: string;
  outputBytes: number;
  onOutput: (text: string) => void;
  onExit: (exit: Exit) => void;
}

const STOP_AFTER_MS = 1000;
/** How long output may come after the exit: a child left in the background holds the pipe open for as long as it lives. */
const LAST_OUTPUT_MS = 200;

/** One command that an agent runs through us. */
export class Terminal {
  readonly sessionId: string;
  /** The command has ended and its output has been read. */
  readonly exited: Promise<Exit>;
  readonly #options: TerminalOptions;
  readonly #ring: OutputRing;
  #exit: Exit | undefined;
  /** What the command left in the background, as seen at its end. */
  #left: readonly ProcessIdentity[] = [];
  #ending: Promise<void> | undefined;

  constructor(options: TerminalOptions) {
    const { spawned } = options;
    this.#options = options;
    this.sessionId = options.sessionId;
    this.#ring = new OutputRing(options.outputBytes);
    const outputEnded = Promise.all([this.#read(spawned.stdout), this.#read(spawned.stderr)]);
    this.exited = spawned.exit.then(async (exit) => {
      // Now, while the group's number can only be this group's.
      this.#left = await noteTree(this.#tree(true)).catch(() => []);
      await within(options.clock, LAST_OUTPUT_MS, outputEnded);
      this.#exit = exit;
      options.onExit(exit);
      return exit;
    });
  }

  /** Whether the command runs. */
  get live(): boolean {
    return this.#exit === undefined;
  }

  output(): TerminalOutput {
    return { output: this.#ring.toString(), truncated: this.#ring.truncated, exitStatus: this.#exit };
  }

  /** Ends the command and all that it started, also what it left in the background after its own end. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const { clock, guard, terminalId, stopAfterMs = STOP_AFTER_MS } = this.#options;
    const remained = await endTree(this.#tree(this.live), { clock, graceMs: stopAfterMs, noted: this.#left });
    if (remained.length > 0) return;
    await this.exited;
    guard.remove(terminalId);
  }

  /** `withGroup` only until the command has ended: later the group's number may be another's. */
  #tree(withGroup: boolean): Tree {
    const { spawned, terminalId } = this.#options;
    const mark = `${TERMINAL_MARK}=${terminalId}`;
    return withGroup ? { leader: spawned.leader, group: spawned.pid, mark } : { leader: spawned.leader, mark };
  }

  #read(stream: Readable): Promise<void> {
    const writer = this.#ring.writer();
    const tell = (text: string): void => {
      if (text !== '') this.#options.onOutput(text);
    };
    return new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => tell(writer.write(chunk)));
      stream.once('close', () => {
        tell(writer.end());
        resolve();
      });
    });
  }
}
