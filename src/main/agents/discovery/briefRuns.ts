import { randomUUID } from 'node:crypto';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { RUN_MARK } from '../environment';
import type { Guard } from '../guard';
import { endTree, within } from '../processTree';
import { type Exit, type SpawnedGroup, spawnGroup } from '../spawnGroup';

export interface BriefRun {
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Milliseconds after which the whole tree is ended. */
  limitMs: number;
  /** Says all that is wanted of stdout is there: the answer comes then, and the program may end in its own time. */
  isWhole?: (stdout: string) => boolean;
}

export interface BriefAnswer {
  stdout: string;
  stderr: string;
  /** Null where it did not end within the limit. */
  exit: Exit | null;
  /** It neither ended nor said what was wanted within the limit. */
  hung: boolean;
}

const MAX_CHARS = 4 * 1024 * 1024;
const GRACE_MS = 300;
/** How long the last words may come after the exit, where something that it started still holds the pipe. */
const LAST_WORDS_MS = 200;

/**
 * Programs that are asked one thing and then are gone: the login shell, `--version`. Each is the leader of a group and
 * carries a mark, so that one that hangs is ended with all that it started, also by the guard.
 */
export class BriefRuns {
  readonly #clock: Clock;
  readonly #guard: Guard;
  readonly #ends = new Set<() => Promise<void>>();
  #closed = false;

  constructor(clock: Clock, guard: Guard) {
    this.#clock = clock;
    this.#guard = guard;
  }

  /** Fails with `agent.spawnFailed` where it cannot be started, and with `agent.stopped` after closeAll. */
  async run(options: BriefRun): Promise<Result<BriefAnswer>> {
    if (this.#closed) return fail({ code: 'agent.stopped' });
    const runId = randomUUID();
    const { program, args, cwd, limitMs, isWhole } = options;
    const env = { ...options.env, [RUN_MARK]: runId };
    this.#guard.add(runId);
    let spawned: SpawnedGroup;
    try {
      // Nothing to read: who asks at the start gets an end of input instead of a person.
      spawned = await spawnGroup(program, args, { cwd, env, stdin: 'ignore' });
    } catch (error) {
      this.#guard.remove(runId);
      const message = error instanceof Error ? error.message : String(error);
      return fail({ code: 'agent.spawnFailed', command: program, message });
    }
    if (spawned.leader) this.#guard.add(runId, spawned.leader);
    const end = async (): Promise<void> => {
      const tree = { leader: spawned.leader, group: spawned.pid, mark: `${RUN_MARK}=${runId}` };
      await endTree(tree, { clock: this.#clock, graceMs: GRACE_MS }).catch(() => spawned.child.kill('SIGKILL'));
    };
    this.#ends.add(end);
    const forget = (): void => {
      this.#ends.delete(end);
      this.#guard.remove(runId);
    };

    const said = listen(spawned, isWhole);
    let exit: Exit | null = null;
    const ended = spawned.exit.then(async (how) => {
      exit = how;
      await within(this.#clock, LAST_WORDS_MS, said.closed);
    });
    const deadline = new Promise<'late'>((resolve) => {
      const stop = this.#clock.setTimer(limitMs, () => resolve('late'));
      void ended.then(stop);
    });
    const first = await Promise.race([said.whole.then(() => 'whole' as const), ended, deadline]);
    // What it leaves running after an orderly end (an ssh-agent of somebody's profile) is the person's and stays.
    if (first === undefined) forget();
    else if (first === 'late') await end().finally(forget);
    else
      void Promise.race([ended, deadline])
        .then((how) => (how === 'late' ? end() : undefined))
        .finally(forget);
    return ok({ stdout: said.stdout(), stderr: said.stderr(), exit, hung: first === 'late' });
  }

  /** Ends what still runs; nothing can be asked after it. */
  async closeAll(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#ends].map((end) => end()));
  }
}

function listen(spawned: SpawnedGroup, isWhole: BriefRun['isWhole']) {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let size = 0;
  let tellWhole = (): void => undefined;
  const whole = new Promise<void>((resolve) => {
    tellWhole = resolve;
  });
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
  const keep = (chunks: Buffer[], chunk: Buffer): void => {
    size += chunk.length;
    if (size <= MAX_CHARS) chunks.push(chunk);
  };
  spawned.stdout.on('data', (chunk: Buffer) => {
    keep(stdout, chunk);
    if (isWhole?.(text(stdout))) tellWhole();
  });
  spawned.stderr.on('data', (chunk: Buffer) => keep(stderr, chunk));
  const closed = Promise.all(
    [spawned.stdout, spawned.stderr].map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))),
  ).then(() => undefined);
  return { whole, closed, stdout: () => text(stdout), stderr: () => text(stderr) };
}
