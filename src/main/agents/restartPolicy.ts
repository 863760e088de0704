import type { Clock } from '@shared/clock';
import type { AppError } from '@shared/errors';

/** Before which time it is not started again, after how many failures in a row; and a person's way to not wait. */
export interface StartWait {
  until: number;
  failures: number;
  tryNow: () => void;
}

interface Failing {
  failures: number;
  until: number;
  /** Those who wait for `until`. */
  waiting: Set<() => void>;
}

/** After the n-th failure in a row. The first two cost nothing: people mend and try again. */
const WAIT_SECONDS = [0, 0, 5, 15, 30, 60, 120] as const;

/** Ends of a process that came up and died; a program that is not there costs nothing to look for again. */
const DIES = new Set<AppError['code']>([
  'agent.exited',
  'agent.nodeMissing',
  'agent.outputEnded',
  'agent.startTimeout',
  'agent.spawnFailed',
]);

/**
 * An agent that dies whenever it is started is started less and less often: a program that cannot work must not be run in
 * a circle by prompts, drafts and queues. Whoever waits is told for how long, and a click ends the wait.
 */
export class RestartPolicy {
  readonly #clock: Clock;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  failed(key: string, error: AppError): void {
    if (!DIES.has(error.code)) return;
    const known = this.#failing.get(key);
    const failures = (known?.failures ?? 0) + 1;
    const seconds = WAIT_SECONDS[Math.min(failures, WAIT_SECONDS.length) - 1] ?? 0;
    this.#failing.set(key, {
      failures,
      until: this.#clock.now() + seconds * 1000,
      waiting: known?.waiting ?? new Set(),
    });
  }

  /** It opened a session: whatever was wrong is over. */
  succeeded(key: string): void {
    this.#release(key);
    this.#failing.delete(key);
  }

  /** Null: it may be started. */
  waitFor(key: string): StartWait | null {
    const failing = this.#failing.get(key);
    if (failing === undefined || failing.until <= this.#clock.now()) return null;
    const { until, failures } = failing;
    return { until, failures, tryNow: () => this.#tryNow(key) };
  }

  /** Settles when it may be tried again, or at once where `signal` is aborted. */
  passed(key: string, signal: AbortSignal): Promise<void> {
    const failing = this.#failing.get(key);
    if (failing === undefined || signal.aborted) return Promise.resolve();
    return new Promise((settle) => {
      const go = (): void => {
        stop();
        failing.waiting.delete(go);
        signal.removeEventListener('abort', go);
        settle();
      };
      const stop = this.#clock.setTimer(Math.max(0, failing.until - this.#clock.now()), go);
      failing.waiting.add(go);
      signal.addEventListener('abort', go);
    });
  }

  /** Nobody waits any more. */
  close(): void {
    for (const key of this.#failing.keys()) this.#release(key);
  }

  #tryNow(key: string): void {
    const failing = this.#failing.get(key);
    if (failing === undefined) return;
    failing.until = this.#clock.now();
    this.#release(key);
  }

  #release(key: string): void {
    for (const go of this.#failing.get(key)?.waiting ?? []) go();
  }
}
