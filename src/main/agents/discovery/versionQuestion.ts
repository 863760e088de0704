import { dirname } from 'node:path';
import { hideSecrets, secretValuesOf } from '../../acp/redact';
import type { BriefRuns } from './briefRuns';
import { programStamp } from './programStamp';

/** What a program printed when it was asked for its version; null: it could not be started. */
export type VersionAnswer = string | null;

/** `late`: it was started and did not answer in time, which says nothing of what it is. */
export interface Asked {
  said: VersionAnswer;
  late: boolean;
}

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
  readonly #asking = new Map<string, Promise<Asked>>();

  constructor(options: VersionQuestionOptions) {
    this.#options = options;
  }

  /** Its answer is without the secrets of `env`: those whose name says so, and the values `secrets`. */
  async ask(executable: string, env: Readonly<Record<string, string>>, secrets: readonly string[]): Promise<Asked> {
    const stamp = programStamp(executable);
    if (stamp === undefined) return { said: null, late: false };
    const known = [...secretValuesOf(env), ...secrets];
    const kept = this.#options.cache.get(stamp);
    // What an older Signalbox kept may still have them.
    if (kept !== undefined) return { said: kept === null ? null : hideSecrets(kept, known), late: false };
    const asking =
      this.#asking.get(stamp) ?? this.#ask(stamp, executable, env, known).finally(() => this.#asking.delete(stamp));
    this.#asking.set(stamp, asking);
    return asking;
  }

  /** How long an answer is waited for. */
  get limitSeconds(): number {
    return (this.#options.limitMs ?? LIMIT_MS) / 1000;
  }

  async #ask(
    stamp: string,
    executable: string,
    env: Readonly<Record<string, string>>,
    known: readonly string[],
  ): Promise<Asked> {
    const { runs, cache, exclusively, limitMs = LIMIT_MS } = this.#options;
    const answered = await exclusively(executable, () =>
      runs.run({ program: executable, args: ['--version'], env, cwd: dirname(executable), limitMs }),
    );
    if (answered === null || (!answered.ok && answered.error.code === 'agent.stopped')) {
      return { said: null, late: false };
    }
    // One that hung may have been busy (its own update, a cold disk), so it is asked again at the next look.
    if (answered.ok && answered.value.hung) return { said: null, late: true };
    // Hidden before it is cut: half a secret is not known for one.
    const said = answered.ok ? hideSecrets(answered.value.stdout.trim(), known).slice(0, 400) : null;
    cache.set(stamp, said);
    return { said, late: false };
  }
}
