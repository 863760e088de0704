/** A browser that scrolls by itself knows at most so late how long the list has become; on a slow machine so many frames late. */
const LATE_MS = 100;
const LATE_FRAMES = 3;
/** Longer than any frame takes: how long the list was so long ago is no end that a browser goes to. */
const OLD_MS = 400;
/** What a key, a wheel or a press on the bar's track began is over by then, that of a busy page too. */
const LASTS_MS = 1000;
/** Offsets are whole pixels, and heights are not. */
const TOLERANCE = 4;

/**
 * Whether somebody who scrolls down has come to the end. A browser goes as far as the list's end was when the key was pressed,
 * the wheel turned or the bar moved, and is some frames on the way; where text streams meanwhile it arrives above the end that
 * the list has by then, however often that is done. Whoever comes to the end as it was meant that.
 */
export class ReachedEnd {
  #ends: { at: number; end: number }[] = [];
  #meant = { at: -Infinity, end: Infinity };

  /** The list can be scrolled as far as this now. */
  is(end: number, now: number): void {
    if (this.#ends.at(-1)?.end === end) return;
    // The one before tells how long the list was until then.
    const first = this.#ends.findIndex(({ at }) => now - at < LASTS_MS);
    this.#ends = [
      ...this.#ends.slice(first === -1 ? -LATE_FRAMES : Math.max(0, first - LATE_FRAMES)),
      { at: now, end },
    ];
  }

  /** Something is about to scroll the list down from `from` on, and was pressed or turned at that time. */
  pressed(at: number, from: number): void {
    this.#meant = { at, end: this.#since(at - LATE_MS, from) };
  }

  /** What was pressed or turned counts no more: something else scrolls. */
  forget(): void {
    this.#meant = { at: -Infinity, end: Infinity };
  }

  /** What is above the view has grown, and the list was moved by as much. */
  moved(by: number): void {
    this.#meant.end += by;
    for (const one of this.#ends) one.end += by;
  }

  /** The list was scrolled down to `top`, by somebody, and was at `from` before. */
  isMet(top: number, now: number, from: number): boolean {
    const meant = now - this.#meant.at < LASTS_MS ? this.#meant.end : Infinity;
    return top >= Math.min(meant, this.#since(now - LATE_MS, from)) - TOLERANCE;
  }

  /** The nearest end since then. One that lay above `from` already, as that of a card that has grown since, stopped nobody. */
  #since(time: number, from: number): number {
    const before = this.#ends.findLastIndex(({ at }) => at <= time);
    const recent = this.#ends.findIndex((_, index) => (this.#ends[index + 1]?.at ?? Infinity) > time - OLD_MS);
    const late = Math.max(recent, this.#ends.length - LATE_FRAMES);
    const first = Math.min(before === -1 ? 0 : before, Math.max(0, late));
    return Math.min(...this.#ends.slice(first).flatMap(({ end }) => (end > from ? [end] : [])));
  }
}
