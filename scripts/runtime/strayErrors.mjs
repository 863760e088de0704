// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * A reporter of vitest: its JSON report leaves out what failed outside of any test (a promise that nobody awaited), so
 * a run could fail and no report say by what.
 */
export default class StrayErrors {
  /** @param {unknown} _modules @param {ReadonlyArray<{ message: string, stack?: string }>} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env['SIGNALBOX_STRAY_ERRORS'];
    if (file) writeFileSync(file, JSON.stringify(errors.map((error) => error.stack ?? error.message)));
  }
}
