import { dirname } from 'node:path';
import type { BriefRuns } from './briefRuns';
import { programStamp } from './programStamp';

/** What a program printed when it was asked for its version; null: it did not answer in time, or could not be started. */
export type VersionAnswer = string | null;

export interface AnswerCache {
  get(stamp: string): VersionAnswer | undefined;
  set(stamp: string, answer: VersionAnswer): void;
}

export interface VersionQuestionOptions {
  runs: BriefRuns;
  cache: AnswerCache;
  /** Runs the work while no other start of this program is under way (StartLease); null: nothing may start any more. */
  exclusively: <T>(executable: string, work: () => Promise<T>) => Promise<T | null>;
  limitMs?: number;
}

const LIMIT_MS = 5000;

/** `PROGRAM --version`, once for each file that ever stood behind the path. */
export class VersionQuestion {
  readonly #options: VersionQuestionOptions;
  readonly #asking = new Map<string, Promise<VersionAnswer>>();

  constructor(options: VersionQuestionOptions) {
    this.#options = options;
  }

  async ask(executable: string, env: Readonly<Record<string, string>>): Promise<VersionAnswer> {
    const stamp = programStamp(executable);
    if (stamp === undefined) return null;
    const known = this.#options.cache.get(stamp);
    if (known !== undefined) return known;
    const asking =
      this.#asking.get(stamp) ?? this.#ask(stamp, executable, env).finally(() => this.#asking.delete(stamp));
    this.#asking.set(stamp, asking);
    return asking;
  }

  async #ask(stamp: string, executable: string, env: Readonly<Record<string, string>>): Promise<VersionAnswer> {
    const { runs, cache, exclusively, limitMs = LIMIT_MS } = this.#options;
    const answered = await exclusively(executable, () =>
      runs.run({ program: executable, args: ['--version'], env, cwd: dirname(executable), limitMs }),
    );
    if (answered === null || (!answered.ok && answered.error.code === 'agent.stopped')) return null;
    const said = answered.ok && !answered.value.hung ? answered.value.stdout.trim().slice(0, 400) : null;
    // One that hung may have been busy (its own update, a cold disk), so it is asked again at the next look.
    if (said !== null || !answered.ok) cache.set(stamp, said);
    return said;
  }
}
