import type { Clock } from '@shared/clock';

/** What a page asks for first comes within this of its port, also on a slow machine's start. */
const LOOK_MS = 200;
/** A start without a page: one that hangs, or none was ever opened. */
const NO_PAGE_MS = 1000;

/**
 * Work of a start that no first look needs (looking for agents' programs, tidying up) waits until a page was given its lists:
 * the engine answers one at a time, and a person looks at an empty window meanwhile.
 */
export class AfterFirstLook {
  readonly #clock: Clock;
  readonly #work: () => void;
  #stop: () => void;
  #isWaiting = true;
  #isPageThere = false;

  constructor(clock: Clock, work: () => void) {
    this.#clock = clock;
    this.#work = work;
    this.#stop = clock.setTimer(NO_PAGE_MS, () => this.#do());
  }

  pageCame(): void {
    if (!this.#isWaiting || this.#isPageThere) return;
    this.#isPageThere = true;
    this.#stop();
    this.#stop = this.#clock.setTimer(LOOK_MS, () => this.#do());
  }

  close(): void {
    this.#isWaiting = false;
    this.#stop();
  }

  #do(): void {
    this.#isWaiting = false;
    this.#work();
  }
}
