import { HeldBar } from './heldBar';
import { whoScrolls } from './whoScrolls';

/** How long a key or a touch may still be what scrolls: its animation, and a page that was busy meanwhile. */
const LASTS_MS = 1000;
/**
 * So long a wheel that is turned on goes to what it began with, also where that has come to its end, unless the pointer went
 * so many pixels further (Chromium's mouse_wheel_phase_handler: the timer and the slop region).
 */
const LATCH_MS = 500;
const LATCH_PIXELS = 10;
/** Two moves within this time that nobody is known to have made are somebody's: an assistive technology, a script. */
const TWICE_MS = 3000;

/** What a person's hand says before anything has moved. */
export interface ReaderActs {
  /**
   * A wheel or a key is about to scroll the list upwards. Its first step may be so small that it looks like the end still:
   * that it is turned or pressed is the wish. `pixels`: how far a wheel wants to go; 0 for a key.
   */
  up: (pixels: number) => void;
  /** The same downwards, and when it was turned or pressed. Also the bar's track, below where one is. */
  down: (at: number) => void;
  /** One of them is about to scroll the list, up or down. */
  begins: () => void;
  /** The focus is elsewhere in it, and what has it was scrolled into view already. */
  focuses: () => void;
  /** The bar was drawn down to its end and let go, however long the list has become meanwhile. */
  bottoms: () => void;
}

/**
 * Whether a person may be the one who scrolls a list: a key in it or a touch was a moment ago, or a pointer is held down in
 * it, on its bar or on text that is being selected. A list that settles is cut short and grows again between two frames, and
 * then stands elsewhere too, without anybody having wished it.
 */
export class ReaderScroll {
  #until = 0;
  #isHeld = false;
  /** When and where a wheel last scrolled something inside of the list. */
  #inside = { at: -Infinity, x: 0, y: 0 };
  #repeatedAt = -Infinity;

  /** Follows what is done in `element`; returns how to end that. */
  watch(element: HTMLElement, { up, down, begins, focuses, bottoms }: ReaderActs): () => void {
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const { defaultView } = element.ownerDocument;
    const acts = () => {
      this.#until = performance.now() + LASTS_MS;
    };
    element.addEventListener('touchmove', acts, options);
    const focus = () => {
      acts();
      focuses();
    };
    element.addEventListener('focusin', focus, options);
    const wheel = (event: WheelEvent) => {
      if (event.buttons === 0) this.#isHeld = false;
      // With Ctrl it is the zoom, with Shift it goes sideways.
      if (event.ctrlKey || event.shiftKey || event.deltaY === 0 || event.defaultPrevented) return;
      const now = performance.now();
      const who = whoScrolls(event, element, event.deltaY < 0 ? 'up' : 'down');
      const { clientX: x, clientY: y } = event;
      if (who === 'inside') this.#inside = { at: now, x, y };
      if (who !== 'inside') acts();
      const { at, x: left, y: top } = this.#inside;
      const goesOn = now - at < LATCH_MS && Math.hypot(x - left, y - top) < LATCH_PIXELS;
      if (who !== 'list' || goesOn) return;
      begins();
      // Chromium's wheels are turned by pixels.
      if (event.deltaY < 0) up(-event.deltaY);
      else down(event.timeStamp);
    };
    element.addEventListener('wheel', wheel, options);
    element.addEventListener(
      'keydown',
      () => {
        acts();
        this.#isHeld = false;
      },
      options,
    );
    const key = (event: KeyboardEvent) => {
      const way = event.composedPath().includes(element) ? scrollsBy(event) : null;
      if (way === null || whoScrolls(event, element, way) !== 'list') return;
      begins();
      if (way === 'up') up(0);
      else down(event.timeStamp);
    };
    // At the window, where it is known whether somebody has made something else of the key.
    defaultView?.addEventListener('keydown', key, options);
    let bar: HeldBar | null = null;
    const pressed = (event: PointerEvent) => {
      this.#isHeld = true;
      bar = HeldBar.of(event, element);
      if (bar?.isBelow === true) down(event.timeStamp);
    };
    element.addEventListener('pointerdown', pressed, options);
    // A bar that is let go says so by nothing but the next movement without a button, at times.
    const released = ({ type, buttons, clientY }: PointerEvent) => {
      if (!this.#isHeld || (type === 'pointermove' && buttons !== 0)) return;
      this.#isHeld = false;
      acts();
      if (bar?.isAtEnd(clientY) === true) bottoms();
      bar = null;
    };
    for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const) {
      defaultView?.addEventListener(type, released, options);
    }
    return () => stop.abort();
  }

  get isLikely(): boolean {
    return this.#isHeld || performance.now() < this.#until;
  }

  /** The list was moved as only somebody moves it, by whomever. Whether that is so for the second time in a row. */
  repeats(): boolean {
    const before = this.#repeatedAt;
    this.#repeatedAt = performance.now();
    return this.#repeatedAt - before < TWICE_MS;
  }

  /** A pointer is held down: what it has begun is not over, however long nothing moves. */
  get isHeld(): boolean {
    return this.#isHeld;
  }
}

/** What scrolls by a key of its own, or writes with it. */
const TAKES_KEYS =
  'input, textarea, select, [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"] *, [role="radio"], [role="slider"], [role="tab"]';
/** What Space presses. */
const IS_PRESSED = 'button, a[href], summary, [role="button"]';

function scrollsBy(event: KeyboardEvent): 'up' | 'down' | null {
  const { key, target, shiftKey } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (!(target instanceof HTMLElement) || target.isContentEditable || target.matches(TAKES_KEYS)) return null;
  if (key === ' ') return target.matches(IS_PRESSED) ? null : shiftKey ? 'up' : 'down';
  if (shiftKey) return null;
  if (key === 'ArrowUp' || key === 'PageUp' || key === 'Home') return 'up';
  return key === 'ArrowDown' || key === 'PageDown' || key === 'End' ? 'down' : null;
}
