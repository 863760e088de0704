import type { StreamSource } from '@shared/feed';
import type { StreamPost } from '@shared/ipc/wire';
import { roughBytes } from '@shared/roughBytes';
import type { Outbox } from './outbox';

const MAX_UNACKNOWLEDGED_POSTS = 64;
const MAX_UNACKNOWLEDGED_BYTES = 1_048_576;
/** How far a page may be behind before it is asked where it is. */
const ASK_POSTS = 16;
const ASK_BYTES = 131_072;
/** A page takes a burst in pieces: what comes in one post is drawn in one task, and keys and clicks wait for that. */
const MAX_POST_BYTES = 50_000;
/** Of a burst that waits for the page. */
const MAX_PENDING_BYTES = 2_097_152;

/**
 * One stream of one page. A page that does not acknowledge stops costing anything: above 1 MB or 64 posts without
 * acknowledgement the frames are dropped, and the next acknowledgement brings a new snapshot (DESIGN section 6;
 * measured: without it a page that hung for 5 s had 616 MB queued). More than one post takes is sent piece by piece, each when
 * the page has handled the one before.
 */
export class Subscription {
  readonly #sub: number;
  readonly #source: StreamSource;
  readonly #outbox: Outbox;
  readonly #stopListening: () => void;
  #posts = 0;
  #pending: { frame: unknown; bytes: number }[] = [];
  #pendingBytes = 0;
  /** The post behind which there is more. */
  #heldAt: number | null = null;
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
    if (this.#heldAt !== null && post >= this.#heldAt) {
      this.#heldAt = null;
      if (this.#pending.length > 0) this.#outbox.add(this);
    }
    if (this.#overrun && this.#unacknowledged.length === 0) {
      this.#overrun = false;
      this.#sendSnapshot();
    }
  }

  close(): void {
    this.#stopListening();
    this.#outbox.remove(this);
    this.#forgetPending();
  }

  /** What there is to send, asked by the outbox. */
  take(): StreamPost | null {
    if (this.#pending.length === 0) return null;
    const { frames, bytes } = this.#takePending();
    const tooMuch =
      this.#unacknowledged.length >= MAX_UNACKNOWLEDGED_POSTS ||
      (this.#unacknowledged.length > 0 && this.#unacknowledgedBytes + bytes > MAX_UNACKNOWLEDGED_BYTES);
    if (tooMuch) {
      this.#overrun = true;
      this.#forgetPending();
      // Says when it has handled all that is on its way.
      this.#track(0);
      return { sub: this.#sub, post: this.#posts, frames: [], ask: true };
    }
    this.#track(bytes);
    if (this.#pending.length > 0) this.#heldAt = this.#posts;
    const asks = this.#heldAt !== null || this.#posts % ASK_POSTS === 0 || this.#unacknowledgedBytes > ASK_BYTES;
    return { sub: this.#sub, post: this.#posts, frames, ...(asks ? { ask: true } : {}) };
  }

  #onFrame(frame: unknown): void {
    if (this.#overrun) return;
    const bytes = roughBytes(frame);
    this.#pending.push({ frame, bytes });
    this.#pendingBytes += bytes;
    if (this.#heldAt === null) this.#outbox.add(this);
    else if (this.#pendingBytes > MAX_PENDING_BYTES) {
      // Its acknowledgement brings the snapshot.
      this.#overrun = true;
      this.#forgetPending();
    }
  }

  /** As much as one post takes, and one frame at least. */
  #takePending(): { frames: unknown[]; bytes: number } {
    let count = 0;
    let bytes = 0;
    for (const next of this.#pending) {
      if (count > 0 && bytes + next.bytes > MAX_POST_BYTES) break;
      count += 1;
      bytes += next.bytes;
    }
    this.#pendingBytes -= bytes;
    return { frames: this.#pending.splice(0, count).map(({ frame }) => frame), bytes };
  }

  #forgetPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#heldAt = null;
  }

  #sendSnapshot(): void {
    this.#forgetPending();
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
