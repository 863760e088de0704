import type { StreamSink } from '../ipc/client';
import { HeldWords } from './heldWords';

/**
 * The engine's first words come one right after the other, and each would draw the whole page again. What comes before all
 * streams have said theirs is held and then said at once: the page is drawn once.
 */
export class FirstWords {
  readonly told: Promise<void>;
  readonly #words = new HeldWords();
  #settle = (): void => undefined;
  #missing = 0;

  constructor() {
    this.told = new Promise((settle) => {
      this.#settle = settle;
    });
  }

  /** The sink of one more stream that is waited for. */
  of<S, F>(sink: StreamSink<S, F>): StreamSink<S, F> {
    const held = this.#words.of(sink);
    this.#missing += 1;
    let isMissing = true;
    const spoken = () => {
      if (!isMissing) return;
      isMissing = false;
      this.#missing -= 1;
      if (this.#missing === 0) this.close();
    };
    return {
      ...held,
      snapshot: (snapshot) => {
        held.snapshot(snapshot);
        spoken();
      },
      // One that is refused has nothing more to say.
      ended: (error) => {
        held.ended?.(error);
        spoken();
      },
    };
  }

  /** Nothing more is waited for: all have spoken, or there is no engine to do so. */
  close(): void {
    this.#words.release();
    this.#settle();
  }
}
