import type { StreamSink } from '../ipc/client';

/** What streams say is held, in its order, until it is released; from then on it goes straight on. */
export class HeldWords {
  #held: (() => void)[] | null = [];

  of<S, F>(sink: StreamSink<S, F>): StreamSink<S, F> {
    return {
      snapshot: (snapshot) => this.#say(() => sink.snapshot(snapshot)),
      frames: (frames) => this.#say(() => sink.frames(frames)),
      ended: (error) => this.#say(() => sink.ended?.(error)),
    };
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const say of held) {
      try {
        say();
      } catch (thrown) {
        // One that fails must not keep the others; it is told like every error that nobody expects.
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  }

  #say(word: () => void): void {
    if (this.#held === null) word();
    else this.#held.push(word);
  }
}
