/** Repeatable chance: the same seed gives the same numbers (mulberry32). */
export class Random {
  #state: number;

  /** `parts` are mixed in turn, so that a round's chances depend on the seed and its number alone. */
  constructor(...parts: number[]) {
    this.#state = parts.reduce((mixed, part) => Math.imul(mixed ^ part, 0x9e37_79b1) ^ (mixed >>> 15), 0x2545_f491);
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** Whole, `from` and `to` included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(of: number): boolean {
    return this.next() < of;
  }

  pick<T>(all: readonly T[]): T {
    const one = all[Math.floor(this.next() * all.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  /** By weights. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    let left = this.next() * Object.values<number>(weights).reduce((sum, weight) => sum + weight, 0);
    for (const name in weights) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error('no weights');
  }
}
