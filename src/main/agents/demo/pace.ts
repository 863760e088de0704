import type { Clock } from '@shared/clock';

/** Thrown inside a scene when the user pressed Stop; the prompt then answers `cancelled`. */
export class TurnCancelled extends Error {
  constructor() {
    super('the turn was cancelled');
    this.name = 'TurnCancelled';
  }
}

const CHUNK_MS = 18;

/** How fast one turn goes, and the one place where it can be stopped. */
export class Pace {
  readonly #clock: Clock;
  readonly #speed: number;
  readonly signal: AbortSignal;

  /** `speed` 0 means no pauses at all. */
  constructor(clock: Clock, speed: number, signal: AbortSignal) {
    this.#clock = clock;
    this.#speed = speed;
    this.signal = signal;
  }

  /** Waits `ms` at speed 1. Rejects with TurnCancelled the moment the turn is stopped. */
  async pause(ms: number): Promise<void> {
    this.check();
    if (this.#speed === 0) return;
    let end = (): void => undefined;
    const passed = new Promise<void>((resolve) => {
      end = this.#clock.setTimer(ms / this.#speed, resolve);
    });
    try {
      await this.orCancelled(passed);
    } finally {
      end();
    }
  }

  /** The pause between two chunks of streamed text. */
  breath(): Promise<void> {
    return this.pause(CHUNK_MS);
  }

  /** The promise's outcome, or TurnCancelled as soon as the turn is stopped: a stop never waits for an answer. */
  async orCancelled<T>(work: Promise<T>): Promise<T> {
    this.check();
    let stop = (): void => undefined;
    const cancelled = new Promise<never>((_resolve, reject) => {
      stop = () => reject(new TurnCancelled());
      this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, cancelled]);
    } finally {
      this.signal.removeEventListener('abort', stop);
    }
  }

  check(): void {
    if (this.signal.aborted) throw new TurnCancelled();
  }
}

const CJK = '\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef';
const CHUNK = new RegExp(`[${CJK}]{1,2}|[^\\s${CJK}]+[^\\S\\n]*|\\s+`, 'gu');

/** Cuts text the way models stream it: a word, or one or two Chinese characters. Joined again it is the same text. */
export function chunksOf(text: string): string[] {
  return text.match(CHUNK) ?? [];
}
