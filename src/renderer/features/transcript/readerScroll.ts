/** How long a key or a touch may still be what scrolls: its animation, and a page that was busy meanwhile. */
const LASTS_MS = 1000;

/**
 * Whether a person may be the one who scrolls a list: a key in it or a touch was a moment ago, or a pointer is held down in
 * it, on its bar or on text that is being selected. A list that settles is cut short and grows again between two frames, and
 * then stands elsewhere too, without anybody having wished it.
 */
export class ReaderScroll {
  #until = 0;
  #isHeld = false;

  /** Follows what is done in `element`; returns how to end that. */
  watch(element: HTMLElement): () => void {
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const acts = () => {
      this.#until = performance.now() + LASTS_MS;
    };
    for (const type of ['wheel', 'keydown', 'touchmove']) element.addEventListener(type, acts, options);
    element.addEventListener('pointerdown', () => (this.#isHeld = true), options);
    // A bar that is let go says so by nothing but the next movement without a button.
    const released = ({ type, buttons }: PointerEvent) => {
      if (!this.#isHeld || (type === 'pointermove' && buttons !== 0)) return;
      this.#isHeld = false;
      acts();
    };
    const { defaultView } = element.ownerDocument;
    for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const) {
      defaultView?.addEventListener(type, released, options);
    }
    return () => stop.abort();
  }

  get isLikely(): boolean {
    return this.#isHeld || performance.now() < this.#until;
  }
}
