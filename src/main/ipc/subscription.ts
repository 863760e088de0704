import type { StreamSource } from '@shared/feed';
import type { StreamPost } from '@shared/ipc/wire';
import { roughBytes } from '@shared/roughBytes';
import type { Outbox } from './outbox';

const MAX_UNACKNOWLEDGED_POSTS = 64;
const MAX_UNACKNOWLEDGED_BYTES = 1_048_576;
/** How far a page may be behind before it is asked where it is. */
const ASK_POSTS = 16;
const ASK_BYTES = 131_072;

/**
 * One stream of one page. A page that does not acknowledge stops costing anything: above 1 MB or 64 posts without
 * acknowledgement the frames are dropped, and the next acknowledgement brings a new snapshot (DESIGN section 6;
 * measured: without it a page that hung for 5 s had 616 MB queued).
 */
export class Subscription {
  readonly #sub: number;
  readonly #source: StreamSource;
  readonly #outbox: Outbox;
  readonly #stopListening: () => void;
  #posts = 0;
  #pending: unknown[] = [];
  #unacknowledged: { post: number; bytes: number }[] = [];
  #unacknowledgedBytes = 0;
  #overrun = false;

  constructor(sub: number, source: StreamSource, outbox: Outbox) {
    this.#sub = sub;
    this.#source = source;
    this.#outbox = outbox;
    this.#stopListening = source.listen((frame) => this.#onFrame(frame));
    this.#sendSnapshot();
  }

  acknowledge(post: number): void {
    while (this.#unacknowledged[0] !== undefined && this.#unacknowledged[0].post <= post) {
      this.#unacknowledgedBytes -= this.#unacknowledged.shift()?.bytes ?? 0;
    }
    if (this.#overrun && this.#unacknowledged.length === 0) {
      this.#overrun = false;
      this.#sendSnapshot();
    }
  }

  close(): void {
    this.#stopListening();
    this.#outbox.remove(this);
    this.#pending = [];
  }

  /** What there is to send, asked by the outbox. */
  take(): StreamPost | null {
    const frames = this.#pending;
    this.#pending = [];
    if (frames.length === 0) return null;
    const bytes = frames.reduce<number>((sum, frame) => sum + roughBytes(frame), 0);
    const tooMuch =
      this.#unacknowledged.length >= MAX_UNACKNOWLEDGED_POSTS ||
      (this.#unacknowledged.length > 0 && this.#unacknowledgedBytes + bytes > MAX_UNACKNOWLEDGED_BYTES);
    if (tooMuch) {
      this.#overrun = true;
      // Says when it has handled all that is on its way.
      this.#track(0);
      return { sub: this.#sub, post: this.#posts, frames: [], ask: true };
    }
    this.#track(bytes);
    const asks = this.#posts % ASK_POSTS === 0 || this.#unacknowledgedBytes > ASK_BYTES;
    return { sub: this.#sub, post: this.#posts, frames, ...(asks ? { ask: true } : {}) };
  }

  #onFrame(frame: unknown): void {
    if (this.#overrun) return;
    this.#pending.push(frame);
    this.#outbox.add(this);
  }

  #sendSnapshot(): void {
    this.#pending = [];
    const snapshot = this.#source.snapshot();
    // It counts as a post and not in bytes: one large item would else be answered by snapshots for ever.
    this.#track(0);
    this.#outbox.sendNow({ t: 'snapshot', sub: this.#sub, post: this.#posts, snapshot });
  }

  #track(bytes: number): void {
    this.#posts += 1;
    this.#unacknowledged.push({ post: this.#posts, bytes });
    this.#unacknowledgedBytes += bytes;
  }
}
