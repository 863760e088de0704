// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './build.mjs';

/** What a part came to. `failures` says of each that failed its name and how its error begins. */
/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */

const ERROR_LINES = 6;
const LINE_CHARS = 300;

/** @param {string} file @returns {unknown} undefined when there is none, or it is cut off */
function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {unknown} object @param {string} key @returns {unknown} */
const at = (object, key) => (typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined);

/** @param {unknown} object @param {string} key */
function numberAt(object, key) {
  const value = at(object, key);
  return typeof value === 'number' ? value : 0;
}

/** @param {unknown} object @param {string} key */
function textAt(object, key) {
  const value = at(object, key);
  return typeof value === 'string' ? value : '';
}

/** @param {unknown} object @param {string} key @returns {unknown[]} */
function listAt(object, key) {
  const value = at(object, key);
  return Array.isArray(value) ? value : [];
}

/** @param {string[]} lines */
const indented = (lines) =>
  lines.map((line) => `    ${line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line}`);

/** @param {string} said */
const linesOf = (said) =>
  stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** @param {string} name @param {string} error */
const failure = (name, error) => [name, ...indented(linesOf(error).slice(0, ERROR_LINES))].join('\n');

/**
 * A runner that failed without a failed test (a crash, an error outside tests, no report) counts as one failure.
 * @param {Counts} counts @param {boolean} ranWell @param {string} report
 */
function withRunner(counts, ranWell, report) {
  if (ranWell || counts.failed > 0) return counts;
  const said = `${basename(report, '.json')}: failed without a failed test`;
  return { ...counts, failed: 1, failures: counts.failures.length > 0 ? counts.failures : [said] };
}

/** @param {unknown} file one of vitest's `testResults` @returns {string[]} */
function vitestFailures(file) {
  const name = relative(root, textAt(file, 'name'));
  const failed = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed');
  if (failed.length === 0 && textAt(file, 'status') === 'failed') return [failure(name, textAt(file, 'message'))];
  return failed.map((test) => {
    const titles = [...listAt(test, 'ancestorTitles'), textAt(test, 'title')].filter((title) => title !== '');
    return failure([name, ...titles].join(' › '), listAt(test, 'failureMessages').join('\n'));
  });
}

/**
 * Vitest's JSON report, and what scripts/runtime/strayErrors wrote.
 * @param {string} file @param {string} stray @param {boolean} ranWell @returns {Counts}
 */
export function vitestCounts(file, stray, ranWell) {
  const report = readJson(file);
  const skipped = numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests');
  const failed = numberAt(report, 'numFailedTests');
  const outside = readJson(stray);
  const failures = [
    ...listAt(report, 'testResults').flatMap(vitestFailures),
    ...(Array.isArray(outside) ? outside : []).map((error) => failure('outside of any test', String(error))),
  ];
  const counts = { passed: numberAt(report, 'numPassedTests'), failed, skipped, failures };
  return withRunner(counts, ranWell && report !== undefined, file);
}

/** @param {unknown} suite of Playwright's report @param {string[]} above @returns {string[]} */
function playwrightFailures(suite, above) {
  const path = [...above, textAt(suite, 'title')];
  const own = listAt(suite, 'specs').flatMap((spec) =>
    listAt(spec, 'tests')
      .filter((test) => ['unexpected', 'flaky'].includes(textAt(test, 'status')))
      .map((test) => {
        const errors = listAt(test, 'results').flatMap((result) => listAt(result, 'errors'));
        const said = errors.map((error) => textAt(error, 'message'));
        return failure([...path, textAt(spec, 'title')].join(' › '), said.join('\n'));
      }),
  );
  return [...own, ...listAt(suite, 'suites').flatMap((inner) => playwrightFailures(inner, path))];
}

/** Playwright's JSON report. @param {string} file @param {boolean} ranWell @returns {Counts} */
export function playwrightCounts(file, ranWell) {
  const report = readJson(file);
  const stats = at(report, 'stats');
  const failed = numberAt(stats, 'unexpected') + numberAt(stats, 'flaky');
  const failures = [
    ...listAt(report, 'suites').flatMap((suite) => playwrightFailures(suite, [])),
    ...listAt(report, 'errors').map((error) => failure('outside of any test', textAt(error, 'message'))),
  ];
  return withRunner(
    { passed: numberAt(stats, 'expected'), failed, skipped: numberAt(stats, 'skipped'), failures },
    ranWell && Boolean(stats),
    file,
  );
}

/** A step that is one test. @param {string} name @param {boolean} well @param {string} [said] @returns {Counts} */
export function stepCounts(name, well, said = '') {
  const failures = well ? [] : [[name, ...indented(linesOf(said).slice(-ERROR_LINES))].join('\n')];
  return { passed: well ? 1 : 0, failed: well ? 0 : 1, skipped: 0, failures };
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      failures: [...total.failures, ...one.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** The end of all output: what failed once more, as a log may be cut, and the line that counts. @param {Counts} total */
export function closing({ passed, failed, failures }) {
  const names = failures.length > 0 ? ['=== failed', ...failures, ''] : [];
  return ['', ...names, `${passed} passed, ${failed} failed`, ''].join('\n');
}
