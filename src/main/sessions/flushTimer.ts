import type { Clock } from '@shared/clock';

/**
 * Two frames of a screen: what is streamed is folded, published and drawn this often. Nobody reads faster, and each time
 * costs the store, the port and the page the same, however little came.
 */
const ON_SCREEN_MS = 32;
/**
 * Nobody sees the frames of the others: with eight streams three in four of the folds, rows and messages are saved. With
 * the store's commit delay it stays below the 250 ms that a power cut may take (DESIGN section 5).
 */
const IN_BACKGROUND_MS = 64;

/**
 * When a session's batch of updates is due: armed by the first of them, stopped by the flush. All sessions keep one beat, so
 * that what they have to say leaves in one message and is drawn in one frame.
 */
export class FlushTimer {
  readonly #clock: Clock;
  readonly #isOnScreen: () => boolean;
  readonly #flush: () => void;
  #stop: (() => void) | null = null;

  constructor(clock: Clock, isOnScreen: () => boolean, flush: () => void) {
    this.#clock = clock;
    this.#isOnScreen = isOnScreen;
    this.#flush = flush;
  }

  arm(): void {
    if (this.#stop !== null) return;
    const every = this.#isOnScreen() ? ON_SCREEN_MS : IN_BACKGROUND_MS;
    this.#stop = this.#clock.setTimer(every - (this.#clock.now() % every), this.#flush);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
