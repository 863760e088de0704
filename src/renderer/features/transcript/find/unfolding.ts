/** So many steps a diff may take to unfold what was pressed, on a busy machine; what is pressed meanwhile may be lost. */
const MOST_WAITS = 8;

/** Unchanged lines between two hunks of an edit that are folded, and what unfolds them. */
export interface Gap {
  /** Each press makes all of the diff anew: a gap is known again by where it stands and by what it says. */
  key: string;
  press: () => void;
}

/** Unfolds the gaps of one diff, one after the other. */
export class Unfolding {
  /** One that says the same is as it was. */
  readonly #done = new Set<string>();
  /** What was unfolded last, and for how many steps that is waited for yet. */
  #last = { key: '', left: 0 };

  /** `gaps`: those that are folded now. False: there is nothing left to try. */
  step(gaps: readonly Gap[]): boolean {
    if (this.#last.left > 0 && gaps.some(({ key }) => key === this.#last.key)) {
      this.#last.left -= 1;
      return true;
    }
    const next = gaps.find(({ key }) => !this.#done.has(key));
    if (next === undefined) return false;
    this.#done.add(next.key);
    this.#last = { key: next.key, left: MOST_WAITS };
    next.press();
    return true;
  }
}
