// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {string} file @returns {unknown} undefined when there is none, or it is cut off */
function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {unknown} object @param {string} key */
function numberAt(object, key) {
  const value = typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined;
  return typeof value === 'number' ? value : 0;
}

/**
 * A runner that failed without a failed test (a crash, an error outside tests, no report) counts as one failure.
 * @param {Counts} counts @param {boolean} ranWell
 */
function withRunner(counts, ranWell) {
  return ranWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Vitest's JSON report. @param {string} file @param {boolean} ranWell @returns {Counts} */
export function vitestCounts(file, ranWell) {
  const report = readJson(file);
  const skipped = numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests');
  const failed = numberAt(report, 'numFailedTests');
  return withRunner({ passed: numberAt(report, 'numPassedTests'), failed, skipped }, ranWell && report !== undefined);
}

/** Playwright's JSON report. @param {string} file @param {boolean} ranWell @returns {Counts} */
export function playwrightCounts(file, ranWell) {
  const report = readJson(file);
  const stats = typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : undefined;
  const failed = numberAt(stats, 'unexpected') + numberAt(stats, 'flaky');
  return withRunner(
    { passed: numberAt(stats, 'expected'), failed, skipped: numberAt(stats, 'skipped') },
    ranWell && stats,
  );
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}
