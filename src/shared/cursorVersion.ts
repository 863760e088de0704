/** Versions of Cursor's CLI: `YYYY.MM.DD-<sha>`, and since June 2026 `YYYY.MM.DD-hh-mm-ss-<sha>` (cursor-acp.md 2.1). */

const VERSION = /^(\d{4})\.(\d{2})\.(\d{2})(?:-(\d{2})-(\d{2})-(\d{2}))?-[0-9a-f]{6,40}$/;

/** A number that grows with the version's date and time; undefined where it is no version of Cursor's CLI. */
export function cursorVersionTime(version: string): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = VERSION.exec(version) ?? [];
  if (year === undefined) return undefined;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The version in what `--version` printed: the first line that is one, since updates and warnings may stand before it. */
export function cursorVersionIn(output: string): string | undefined {
  const words = output.split('\n').flatMap((line) => line.trim().split(/\s+/).slice(-1));
  return words.find((word) => cursorVersionTime(word) !== undefined);
}

/** The first day of the model picker with parameters (cursor-acp.md 2.5). */
const MODEL_PICKER_SINCE = Date.UTC(2026, 3, 8);

/** Is the version too old for the choice of a model's parameters? False where it is no version of Cursor's. */
export const lacksModelPicker = (version: string): boolean =>
  (cursorVersionTime(version) ?? MODEL_PICKER_SINCE) < MODEL_PICKER_SINCE;
