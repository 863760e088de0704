/** Offsets are whole pixels, and heights are not. */
const TOLERANCE = 2;

/**
 * How low the end of a list has been lately. A browser that finds a list shorter than where it stands moves it up to its end;
 * it never moves it above that. A list that settles is shorter for a moment, often within one frame, and longer again
 * before anybody is told: what stands below the lowest end of that time may have come about so, and what stands above it
 * was moved by somebody.
 */
export class LeastEnd {
  #total = 0;
  #view = 0;
  /** Since the last event, and in the time before it. */
  #least = Infinity;
  #before = Infinity;

  /** The list is as high as this now. */
  sized(total: number): void {
    this.#total = total;
    this.#note();
  }

  /** As much of it can be seen. */
  viewed(height: number): void {
    this.#view = height;
    this.#note();
  }

  /**
   * Whether the list may have been shortened until it stood at `top`. Now that it is known where it stands, what comes is
   * counted anew.
   */
  explains(top: number): boolean {
    const may = top >= Math.min(this.#least, this.#before) - TOLERANCE;
    this.#before = this.#least;
    this.#least = Infinity;
    this.#note();
    return may;
  }

  #note(): void {
    this.#least = Math.min(this.#least, this.#total - this.#view);
  }
}
