import { inspect } from 'node:util';

/** How long a test waits for what must come; generous, since other tests share the machine. */
const DEADLINE_MS = 10_000;

/** A value that changes by what comes in; tests wait for it to be as they expect and never sleep. */
export class Watched<T> {
  readonly #what: string;
  readonly #listeners = new Set<() => void>();
  #value: T | undefined;

  constructor(what: string) {
    this.#what = what;
  }

  get current(): T {
    if (this.#value === undefined) throw new Error(`${this.#what} has not come yet`);
    return this.#value;
  }

  get known(): T | undefined {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Settles with the first value, now or later, for which `check` is true. */
  until(what: string, check: (value: T) => boolean): Promise<T> {
    return this.find(what, (value) => (check(value) ? value : undefined));
  }

  /** Settles with what `pick` finds in the value, now or later. */
  find<R>(what: string, pick: (value: T) => R | undefined): Promise<R> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#value === undefined) return;
        const found = pick(this.#value);
        if (found === undefined) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`${this.#what}: not within ${DEADLINE_MS} ms: ${what}\n${shown(this.#value)}`));
      }, DEADLINE_MS);
      this.#listeners.add(look);
      look();
    });
  }
}

const shown = (value: unknown): string =>
  inspect(value, { depth: 8, maxStringLength: 400, breakLength: 140 }).slice(-8000);
