/**
 * Versions of Cursor's CLI: `YYYY.MM.DD-<sha>`, since June 2026 also `YYYY.MM.DD-hh-mm-ss-<sha>`, and the day alone, as
 * its newest recordings name themselves (cursor-acp.md 2.1).
 */

const VERSION =
  /^(\d{4})\.(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])(?:(?:-([01]\d|2[0-3])-([0-5]\d)-([0-5]\d))?(-[0-9a-f]{6,40}))?$/;

/** A number that grows with the version's date and time; undefined where it is no version of Cursor's CLI. */
export function cursorVersionTime(version: string): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = VERSION.exec(version) ?? [];
  if (year === undefined) return undefined;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/**
 * The version in what `--version` printed: the first line that ends with one, since updates and warnings may stand before
 * it. Other tools call their versions by the day too, so that a day alone counts only of a program that is known to be
 * Cursor's (`isKnown`), or on a line that names Cursor; and never behind another tool's name.
 */
export function cursorVersionIn(output: string, isKnown: boolean): string | undefined {
  for (const line of output.split('\n')) {
    const words = line.trim().split(/\s+/);
    const version = words.pop() ?? '';
    const match = VERSION.exec(version);
    if (match === null) continue;
    const named = words.some((word) => /^cursor/i.test(word));
    if (named || match[7] !== undefined || (isKnown && words.length === 0)) return version;
  }
  return undefined;
}

/** The first day of the model picker with parameters (cursor-acp.md 2.5). */
const MODEL_PICKER_SINCE = Date.UTC(2026, 3, 8);

/** Is the version too old for the choice of a model's parameters? False where it is no version of Cursor's. */
export const lacksModelPicker = (version: string): boolean =>
  (cursorVersionTime(version) ?? MODEL_PICKER_SINCE) < MODEL_PICKER_SINCE;
