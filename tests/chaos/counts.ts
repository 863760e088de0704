/** How often what happened; printed at the end. */
export class Counts {
  readonly #byName = new Map<string, number>();

  add(name: string, by = 1): void {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + by);
  }

  most(name: string, value: number): void {
    this.#byName.set(name, Math.max(this.#byName.get(name) ?? 0, value));
  }

  get(name: string): number {
    return this.#byName.get(name) ?? 0;
  }

  table(): string {
    const entries = [...this.#byName].toSorted(([one], [other]) => one.localeCompare(other));
    return entries.map(([name, value]) => `  ${name.padEnd(44)} ${String(value).padStart(7)}`).join('\n');
  }
}
