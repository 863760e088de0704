import type { StreamSink } from '../ipc/client';

/**
 * The engine's first words come one right after the other, and each would draw the whole page again. What comes before all
 * streams have said theirs is held, in its order, and then said at once: the page is drawn once.
 */
export class FirstWords {
  readonly told: Promise<void>;
  #settle = (): void => undefined;
  #missing = 0;
  #isClosed = false;
  #held: (() => void)[] = [];

  constructor() {
    this.told = new Promise((settle) => {
      this.#settle = settle;
    });
  }

  /** The sink of one more stream that is waited for. */
  of<S, F>(sink: StreamSink<S, F>): StreamSink<S, F> {
    this.#missing += 1;
    let isMissing = true;
    return {
      snapshot: (snapshot) => {
        this.#say(() => sink.snapshot(snapshot));
        if (!isMissing) return;
        isMissing = false;
        this.#missing -= 1;
        if (this.#missing === 0) this.close();
      },
      frames: (frames) => this.#say(() => sink.frames(frames)),
    };
  }

  /** Nothing more is waited for: all have spoken, or there is no engine to do so. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const held = this.#held;
    this.#held = [];
    for (const say of held) say();
    this.#settle();
  }

  #say(word: () => void): void {
    if (this.#isClosed) word();
    else this.#held.push(word);
  }
}
