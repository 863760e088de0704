/** A thumb is no shorter than this (Chromium's bars, and those that are drawn by style). */
const LEAST_THUMB = 20;
const TOLERANCE = 2;

interface Bar {
  /** Where the pointer was put down, and between what the bar goes. */
  y: number;
  top: number;
  bottom: number;
}

/** What of a list is seen. */
type Scrolled = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/**
 * A list's scroll bar while a pointer is held down on it. A list that grows meanwhile makes the bar's thumb go away from under the
 * pointer, so that the list stands above its end although the bar was drawn as far as it goes; and of the pointer the page is told
 * only where it was put down and let go.
 */
export class HeldBar {
  readonly #bar: Bar;
  /** The thumb's edges. */
  readonly #from: number;
  readonly #to: number;

  constructor(bar: Bar, { scrollTop, scrollHeight, clientHeight }: Scrolled) {
    this.#bar = bar;
    const length = bar.bottom - bar.top;
    const thumb = Math.min(length, Math.max(LEAST_THUMB, (length * clientHeight) / scrollHeight));
    this.#from = bar.top + ((length - thumb) * scrollTop) / Math.max(1, scrollHeight - clientHeight);
    this.#to = this.#from + thumb;
  }

  /** Null: it was not put down on the bar. */
  static of({ target, button, clientX, clientY: y }: PointerEvent, list: HTMLElement): HeldBar | null {
    const { top, bottom, right } = list.getBoundingClientRect();
    // There is as much room at the other side.
    const width = (list.offsetWidth - list.clientWidth) / 2;
    if (target !== list || button !== 0 || width <= 0 || clientX < right - width) return null;
    return new HeldBar({ y, top, bottom }, list);
  }

  /** On the track below the thumb, which goes page by page to where it is pressed. */
  get isBelow(): boolean {
    return this.#bar.y > this.#to;
  }

  /** Let go there, the thumb was drawn down as far as it goes. */
  isAtEnd(y: number): boolean {
    const isOnThumb = this.#bar.y >= this.#from && !this.isBelow;
    return isOnThumb && y > this.#bar.y + TOLERANCE && y + this.#to - this.#bar.y >= this.#bar.bottom - TOLERANCE;
  }
}
