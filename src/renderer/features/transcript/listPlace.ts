/**
 * How a list is moved under its view without a move that one sees: by its scroll offset, and while the person scrolls by a
 * margin at its beginning. An offset that is written in the middle of a wheel's or a key's animation ends it, or is
 * overwritten by it; the margin becomes an offset once the scrolling rests.
 */
export class ListPlace {
  readonly #scroller: HTMLElement;
  /** An offset is about to be written. */
  readonly #onWrite: (offset: number) => void;
  #isScrolling = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** So much of the list's beginning is cut off by the margin; negative: so much is put before it. */
  #cut = 0;

  constructor(scroller: HTMLElement, onWrite: (offset: number) => void) {
    this.#scroller = scroller;
    this.#onWrite = onWrite;
  }

  /** Where the view begins in the list. */
  get offset(): number {
    return this.#scroller.scrollTop + this.#cut;
  }

  /** Of `offset`: what is not in the scroll offset. */
  get cut(): number {
    return this.#cut;
  }

  /** The person scrolls. */
  scrolling(): void {
    this.#isScrolling = true;
    // Not every scrolling is said to have ended: one that a smaller list has cut short is not.
    this.#restIn(SILENCE_MS);
    if (this.#cut !== 0 && !this.#hasRoom(0)) this.#write();
  }

  /** The scrolling may have ended. One key after the other ends one animation and begins the next. */
  ended(): void {
    this.#restIn(REST_MS);
  }

  /** The scrolling has come to rest, or ends here. */
  rest(): void {
    clearTimeout(this.#resting);
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
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.rest(), milliseconds);
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
    this.#onWrite(offset);
    this.#scroller.scrollTop = offset;
  }

  #setCut(cut: number): void {
    this.#cut = cut;
    const list = this.#scroller.firstElementChild;
    if (list instanceof HTMLElement) list.style.marginTop = cut === 0 ? '' : `${-cut}px`;
  }

  /** Near its beginning one would come to where the list is cut; near its end there is less to scroll than the list is long. */
  #hasRoom(by: number): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const cut = this.#cut + by;
    return scrollTop > Math.max(0, -cut) + NEAR && scrollHeight - clientHeight - scrollTop > Math.abs(cut) + NEAR;
  }
}

const NEAR = 300;
const REST_MS = 100;
const SILENCE_MS = 400;
