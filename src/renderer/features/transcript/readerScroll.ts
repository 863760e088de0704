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

  /**
   * Follows what is done in `element`; returns how to end that. `up`: a wheel or a key scrolls it upwards, whose first step
   * may be so small that it looks like the end still: that it is turned or pressed is the wish.
   */
  watch(element: HTMLElement, up: () => void): () => void {
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const acts = () => {
      this.#until = performance.now() + LASTS_MS;
    };
    // The focus too: what it is moved to is scrolled into view.
    for (const type of ['touchmove', 'focusin']) element.addEventListener(type, acts, options);
    const wheel = ({ deltaY, ctrlKey, buttons }: WheelEvent) => {
      acts();
      if (buttons === 0) this.#isHeld = false;
      // With Ctrl it is the zoom.
      if (deltaY < 0 && !ctrlKey) up();
    };
    element.addEventListener('wheel', wheel, options);
    const key = (event: KeyboardEvent) => {
      acts();
      this.#isHeld = false;
      if (scrollsUp(event) && (event.target === element || isRow(event.target))) up();
    };
    element.addEventListener('keydown', key, options);
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

const isRow = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('[data-row]');

function scrollsUp({ key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return shiftKey ? key === ' ' : key === 'ArrowUp' || key === 'PageUp';
}
