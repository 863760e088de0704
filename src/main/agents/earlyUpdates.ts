import type { SessionUpdate } from '@shared/acp/update';
import { roughBytes } from '@shared/roughBytes';

const MAX_UPDATES = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Updates of sessions that no answer has named yet (AC-37): the newest of them, bounded by number and by bytes. A session
 * that was here and is not any more (its load failed, it was let go) has nobody to come, so nothing of it is held.
 */
export class EarlyUpdates {
  #held: { acpSessionId: string; update: SessionUpdate; bytes: number }[] = [];
  #bytes = 0;
  readonly #gone = new Set<string>();

  get bytes(): number {
    return this.#bytes;
  }

  push(acpSessionId: string, update: SessionUpdate): void {
    if (this.#gone.has(acpSessionId)) return;
    const bytes = roughBytes(update);
    this.#held.push({ acpSessionId, update, bytes });
    this.#bytes += bytes;
    let dropped = 0;
    while (this.#held.length - dropped > MAX_UPDATES || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#held[dropped]?.bytes ?? 0;
      dropped += 1;
    }
    if (dropped > 0) this.#held.splice(0, dropped);
  }

  /** What came for the session so far, in order; from now on it is expected again. */
  take(acpSessionId: string): SessionUpdate[] {
    this.#gone.delete(acpSessionId);
    return this.#remove(acpSessionId);
  }

  /** Nothing of the session is held until it is taken again. */
  drop(acpSessionId: string): void {
    this.#gone.add(acpSessionId);
    this.#remove(acpSessionId);
  }

  #remove(acpSessionId: string): SessionUpdate[] {
    const mine = this.#held.filter((early) => early.acpSessionId === acpSessionId);
    if (mine.length === 0) return [];
    this.#held = this.#held.filter((early) => early.acpSessionId !== acpSessionId);
    for (const { bytes } of mine) this.#bytes -= bytes;
    return mine.map(({ update }) => update);
  }
}
