// @ts-check

/**
 * A failure that the person at the terminal can mend. The message is the whole report: one line that says what is
 * wrong and what to do, printed without a stack.
 */
export class RuntimeError extends Error {
  /** @param {string} message @param {unknown} [cause] */
  constructor(message, cause) {
    super(message, { cause });
    this.name = 'RuntimeError';
  }
}

/** One line for any thrown value, with the cause that `fetch` hides behind "fetch failed". @param {unknown} error */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = cause && 'code' in cause ? String(cause.code) : cause?.message;
  const text = code && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
  return text.split('\n')[0] ?? text;
}

/**
 * Runs a script's main function; a `RuntimeError` ends the process with its one line, anything else with its stack.
 * @param {() => Promise<number | void>} main
 */
export async function runScript(main) {
  try {
    const code = await main();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    process.stderr.write(`${error instanceof RuntimeError ? error.message : stackOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function stackOf(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
