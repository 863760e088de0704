/** A browser that scrolls by itself knows at most so late what the page has scrolled meanwhile. */
const LATE_MS = 100;
/** A turn's scrolling is over by then, that of a busy page too. */
const LASTS_MS = 1000;

/**
 * Whether a wheel that was turned past the beginning has come to it. The browser scrolls by a wheel beside the page: while the
 * page follows text that streams, both scroll in one frame and their ways are added, so that a turn far past the
 * beginning ends as far below it as the page has followed in that moment.
 */
export class TurnedPast {
  #followed: { at: number; by: number }[] = [];
  #turned = { at: -Infinity, to: Infinity };

  /** The page itself has scrolled the list by so many pixels. */
  followed(by: number, now: number): void {
    this.#followed = [...this.#followed.filter(({ at }) => now - at < LATE_MS), { at: now, by }];
  }

  /** A wheel is turned up by so many pixels in a list that stands at `top`, as far as the page knows. */
  turned(top: number, pixels: number, now: number): void {
    this.#turned = { at: now, to: top - pixels };
  }

  /** Something else scrolls it now. */
  forget(): void {
    this.#turned = { at: -Infinity, to: Infinity };
  }

  /** The list stands at `top` after that: is the beginning what was meant? */
  isMet(top: number, now: number): boolean {
    const { at, to } = this.#turned;
    if (to > 0 || top < 1 || now - at > LASTS_MS) return false;
    const late = this.#followed.filter((one) => one.at > at - LATE_MS).reduce((sum, { by }) => sum + by, 0);
    return top <= late + 1;
  }
}
