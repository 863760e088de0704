import type { Reporter, TestCase } from 'vitest/node';

/** Prints the seed of every property with how often it was tried, and their sum. */
export class FuzzReporter implements Reporter {
  #cases = 0;

  onTestCaseResult(test: TestCase): void {
    const { fuzz } = test.meta();
    if (fuzz === undefined) return;
    this.#cases += fuzz.cases;
    process.stdout.write(`fuzz: ${fuzz.cases} cases, seed ${fuzz.seed}: ${test.fullName}\n`);
  }

  onTestRunEnd(): void {
    if (this.#cases > 0) process.stdout.write(`fuzz: ${this.#cases} cases in all\n`);
  }
}
