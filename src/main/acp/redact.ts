import { isRecord } from '@shared/acp/lenient';
import { REDACTED, redactText } from '@shared/redactText';

/**
 * Takes what looks like a secret out of a frame before a person or a file sees it: values of telling keys and headers,
 * every value of an environment, and keys inside running text. It errs on the side of hiding.
 */

const SECRET_NAME =
  /authorization|api[-_]?key|access[-_]?key|private[-_]?key|passw(?:or)?d|passphrase|secret|credential|cookie|(?:^|[-_a-z])token$/i;
const ENVIRONMENT_NAME = /^(?:env|environment)$/i;

export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (!isRecord(value)) return value;
  const named = typeof value['name'] === 'string' && SECRET_NAME.test(value['name']);
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (ENVIRONMENT_NAME.test(key)) result[key] = hideAll(entry);
    else if (SECRET_NAME.test(key) || (named && key === 'value')) result[key] = hide(entry);
    else result[key] = redact(entry);
  }
  return result;
}

/** Numbers and booleans are counts and switches, never secrets. */
function hide(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : REDACTED;
  if (Array.isArray(value)) return value.map(hide);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, hide(entry)]));
}

/** An environment keeps its names: as `[{name, value}]` or as a record. */
function hideAll(value: unknown): unknown {
  if (!Array.isArray(value)) return hide(value);
  return value.map((entry) => (isRecord(entry) ? { ...entry, value: hide(entry['value']) } : hide(entry)));
}

/** Shorter ones stand in too many words that are none. */
const MIN_KNOWN = 4;

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Hides what is known to be a secret, whatever it looks like, and then what looks like one. */
export function hideSecrets(text: string, known: readonly string[]): string {
  const long = known.filter((value) => value.length >= MIN_KNOWN);
  // Inside JSON it stands as JSON writes it.
  const there = [...new Set([...long, ...long.map(inJson)])].filter((value) => text.includes(value));
  // The longest first: one may be part of another.
  const longestFirst = there.toSorted((a, b) => b.length - a.length);
  return redactText(longestFirst.reduce((hidden, value) => hidden.replaceAll(value, REDACTED), text));
}

/** The values of an environment whose names say that they are secrets. */
export const secretValuesOf = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) && value.length >= 8 ? [value] : []));
