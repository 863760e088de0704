/** At most `most` restarts within `withinMs`; what dies more often than that is not helped by another start. */
export class RestartLimit {
  readonly #most: number;
  readonly #withinMs: number;
  #times: number[] = [];

  constructor(most: number, withinMs: number) {
    this.#most = most;
    this.#withinMs = withinMs;
  }

  /** True where one more may be tried at `now` (milliseconds), which it then counts. */
  take(now: number): boolean {
    this.#times = this.#times.filter((time) => now - time < this.#withinMs);
    if (this.#times.length >= this.#most) return false;
    this.#times.push(now);
    return true;
  }
}
