import type { Clock } from '@shared/clock';

/**
 * The clock on the wall, which a test may put forward: what was due in the time that it jumps over is due at once. For
 * what takes minutes in an engine whose other side is a real process.
 */
export class JumpClock implements Clock {
  readonly #timers = new Set<{ at: number; run: () => void; handle: NodeJS.Timeout }>();
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  setTimer(ms: number, run: () => void): () => void {
    const timer = { at: this.now() + ms, run, handle: setTimeout(() => fire(), ms) };
    const fire = (): void => {
      if (this.#timers.delete(timer)) run();
    };
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer.handle);
      this.#timers.delete(timer);
    };
  }

  jump(ms: number): void {
    this.#ahead += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.now()).toSorted((a, b) => a.at - b.at);
    for (const timer of due) {
      if (!this.#timers.delete(timer)) continue;
      clearTimeout(timer.handle);
      timer.run();
    }
  }
}
