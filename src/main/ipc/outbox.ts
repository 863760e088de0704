import type { Clock } from '@shared/clock';
import type { EngineMessage, StreamPost } from '@shared/ipc/wire';

const FRAME_MS = 16;

/** Who has something to send; `null` when it is not wanted after all. */
export interface Sender {
  take(): StreamPost | null;
}

/**
 * One page's way out. What all its streams have to say goes in one message, at most one per 16 ms (DESIGN section 6):
 * with eight sessions streaming a message for each stream cost the engine a quarter of its time, and the page a tenth
 * for the acknowledgements alone.
 */
export class Outbox {
  readonly #post: (message: EngineMessage) => void;
  readonly #clock: Clock;
  readonly #waiting = new Set<Sender>();
  #lastPostAt = 0;
  #stopTimer: (() => void) | null = null;

  constructor(post: (message: EngineMessage) => void, clock: Clock) {
    this.#post = post;
    this.#clock = clock;
  }

  /** Its turn comes with the next message. */
  add(sender: Sender): void {
    this.#waiting.add(sender);
    if (this.#stopTimer !== null) return;
    const wait = Math.max(0, this.#lastPostAt + FRAME_MS - this.#clock.now());
    this.#stopTimer = this.#clock.setTimer(wait, () => this.#flush());
  }

  remove(sender: Sender): void {
    this.#waiting.delete(sender);
  }

  sendNow(message: EngineMessage): void {
    this.#post(message);
  }

  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#stopTimer = null;
    const posts: StreamPost[] = [];
    for (const sender of this.#waiting) {
      const post = sender.take();
      if (post !== null) posts.push(post);
    }
    this.#waiting.clear();
    if (posts.length === 0) return;
    this.#lastPostAt = this.#clock.now();
    this.#post({ t: 'frames', posts });
  }
}
