import { basename } from 'node:path';
import type { Clock } from '@shared/clock';

/** How long a start may go on at most while it tells of progress. */
const LONGEST_MS = 10 * 60_000;

/** Programs that fetch the agent before they run it: a first start of theirs can take minutes. */
const FETCHING = /^(npx|npm|pnpm|pnpx|yarn|bunx|bun|uvx|uv|deno)(\.(cmd|exe|ps1))?$/i;

export const fetchesFirst = (command: string): boolean => FETCHING.test(basename(command.replaceAll('\\', '/')));

/** The time from spawn to the answer of initialize. Each sign of life of a program that fetches first begins it anew. */
export class StartDeadline {
  /** Resolves with the seconds that were waited, when they are over; never where `stop` came before. */
  readonly passed: Promise<number>;
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #startedAt: number;
  #pass: (seconds: number) => void = () => undefined;
  #stopTimer: () => void;

  constructor(clock: Clock, seconds: number) {
    this.#clock = clock;
    this.#ms = seconds * 1000;
    this.#startedAt = clock.now();
    this.passed = new Promise((resolve) => {
      this.#pass = resolve;
    });
    this.#stopTimer = this.#arm(this.#ms);
  }

  extend(): void {
    const left = LONGEST_MS - (this.#clock.now() - this.#startedAt);
    // A person who allows more than ten minutes from the start gets them.
    if (left <= 0 || this.#ms >= LONGEST_MS) return;
    this.#stopTimer();
    this.#stopTimer = this.#arm(Math.min(this.#ms, left));
  }

  stop(): void {
    this.#stopTimer();
  }

  #arm(ms: number): () => void {
    return this.#clock.setTimer(ms, () => this.#pass(Math.round((this.#clock.now() - this.#startedAt) / 1000)));
  }
}
