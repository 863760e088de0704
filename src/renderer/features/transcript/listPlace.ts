type Scroller = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

export interface ListPlaceOptions {
  /** The list gets this margin at its beginning, in px. */
  onMargin: (pixels: number) => void;
  /** An offset is about to be written. */
  onWrite: (offset: number) => void;
  /** The person holds on to what scrolls: the bar, or a selection that goes on. */
  isHeld: () => boolean;
  /** The list's beginning is the beginning of all; nothing will come before it. */
  isWhole: () => boolean;
}

/**
 * How a list is moved under its view without a move that one sees: by its scroll offset, and while the person scrolls by a
 * margin at its beginning. An offset that is written in the middle of a wheel's or a key's animation ends it, or is
 * overwritten by it; the margin becomes an offset once the scrolling rests.
 */
export class ListPlace {
  readonly #scroller: Scroller;
  readonly #options: ListPlaceOptions;
  #isScrolling = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  /** So much of the list's beginning is cut off by the margin; negative: so much is put before it. */
  #cut = 0;

  constructor(scroller: Scroller, options: ListPlaceOptions) {
    this.#scroller = scroller;
    this.#options = options;
  }

  /** Where the view begins in the list. */
  get offset(): number {
    return this.#scroller.scrollTop + this.#cut;
  }

  /** Of `offset`: what is not in the scroll offset. */
  get cut(): number {
    return this.#cut;
  }

  /** It was scrolled as far as it goes, and what comes there is the beginning. */
  get isAtStart(): boolean {
    return this.#options.isWhole() && this.#scroller.scrollTop < 1;
  }

  /** The beginning is what is seen. */
  toStart(): void {
    this.#setCut(0);
    if (this.#scroller.scrollTop > 0) this.#scrollTo(0);
  }

  /** The person scrolls, or is about to. */
  scrolling(): void {
    this.#isScrolling = true;
    // Not every scrolling is said to have ended: one that a smaller list has cut short is not.
    this.#restIn(SILENCE_MS);
  }

  /**
   * The person has scrolled from `before` to where it stands now. Near the beginning what is cut off is given back with each
   * step upwards, so that the scrolling comes to its own beginning and to the list's at once.
   */
  scrolled(before: number): void {
    const top = this.#scroller.scrollTop;
    if (this.#cut === 0) return;
    const isNear = top <= SHARE * Math.abs(this.#cut);
    if (top < before && isNear && this.#options.isWhole()) this.#setCut(top < 1 ? 0 : (this.#cut * top) / before);
    if (!this.#hasRoom(0)) this.#write();
  }

  /** The scrolling may have ended. One key after the other ends one animation and begins the next. */
  ended(): void {
    this.#restIn(REST_MS);
  }

  /** The scrolling has come to rest, or ends here. */
  rest(): void {
    this.#waitNoMore();
    this.#isScrolling = false;
    this.#write();
  }

  /** Moves the list up by so many pixels; the rest that could not be moved is returned. */
  moveBy(by: number): number {
    const wanted = this.offset + by;
    if (this.#isScrolling && this.#hasRoom(by)) this.#setCut(this.#cut + by);
    else {
      this.#write();
      this.#scrollTo(wanted - this.#cut);
    }
    return wanted - this.offset;
  }

  #restIn(milliseconds: number): void {
    this.#waitNoMore();
    const over = () => {
      if (this.#options.isHeld()) return this.#restIn(milliseconds);
      // A page that was busy has not heard yet how far an animation went meanwhile; its next frame tells.
      this.#frame = requestAnimationFrame(() => this.rest());
    };
    this.#resting = setTimeout(over, milliseconds);
  }

  #waitNoMore(): void {
    clearTimeout(this.#resting);
    cancelAnimationFrame(this.#frame);
  }

  #write(): void {
    // Offsets are whole pixels.
    const whole = Math.round(this.#cut);
    if (whole === 0) return;
    const top = this.#scroller.scrollTop;
    this.#setCut(this.#cut - whole);
    this.#scrollTo(top + whole);
  }

  #scrollTo(offset: number): void {
    this.#options.onWrite(offset);
    this.#scroller.scrollTop = offset;
  }

  #setCut(cut: number): void {
    this.#cut = cut;
    this.#options.onMargin(-cut);
  }

  /**
   * What is put before the list must not come into view; of what is cut off nothing is missed before the scrolling is at its
   * own beginning, where no animation goes on either. Near its end there is less to scroll than the list is long.
   */
  #hasRoom(by: number): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const cut = this.#cut + by;
    const { isHeld, isWhole } = this.#options;
    const isBelowStart = cut > 0 ? scrollTop >= 1 || isHeld() : scrollTop > (isWhole() ? -cut : NEAR - cut);
    // The hand that holds the bar would undo what is written; what is cut off takes no room at the end.
    if (cut > 0 && isHeld()) return scrollHeight - clientHeight - scrollTop > NEAR + Math.max(0, by);
    return isBelowStart && scrollHeight - clientHeight - scrollTop > Math.abs(cut) + NEAR;
  }
}

const NEAR = 300;
const REST_MS = 100;
const SILENCE_MS = 400;
/** Begun so many times as far from the beginning as there is to give back, a step is a quarter longer than it was. */
const SHARE = 4;
