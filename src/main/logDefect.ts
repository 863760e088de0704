import { inspect } from 'node:util';
import { hideSecrets } from './acp/redact';

/** To the log, without what looks like a secret or is one of `secrets`. */
export function logDefect(where: string, thrown: unknown, secrets: readonly string[] = []): void {
  // Whole and unbroken, so that no secret is cut in two before it is looked for; and as inspect itself escapes one.
  const told = inspect(thrown, { breakLength: Infinity, maxStringLength: Infinity });
  const escaped = secrets.map((secret) =>
    inspect(secret, { breakLength: Infinity, maxStringLength: Infinity }).slice(1, -1),
  );
  const text = hideSecrets(told, [...secrets, ...escaped]).slice(0, MAX_LOGGED);
  process.stderr.write(`defect in ${where}: ${text}\n`);
}

/** One fault does not fill the log. */
const MAX_LOGGED = 32 * 1024;
