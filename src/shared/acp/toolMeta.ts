import { StoredPart } from './content';
import { isRecord } from './lenient';
import { keptTail, type Printed } from './printed';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What `_meta` of a tool call says after another update of it: each update gives only what is new. Agents that run
 * commands themselves print by it, piece by piece (`terminal_output`), and tell the end in one of its own (`terminal_exit`).
 * Of what was printed the end is kept, as of a terminal of ours.
 */
export const mergedMeta = (before: unknown, after: unknown): unknown => merged(before, after, (text) => keptTail(text));

/** The same with all of what was printed: for pieces that are not in an item yet. */
export const joinedMeta = (before: unknown, after: unknown): unknown =>
  merged(before, after, (text) => ({ text, isCut: false }));

function merged(before: unknown, after: unknown, kept: typeof keptTail): unknown {
  if (!isRecord(before) || !isRecord(after)) return after;
  const printed = joined(before['terminal_output'], after['terminal_output'], kept);
  return { ...before, ...after, ...(printed === undefined ? {} : { terminal_output: printed }) };
}

function joined(before: unknown, after: unknown, kept: typeof keptTail): unknown {
  if (after === undefined) return before;
  if (!isRecord(before) || !isRecord(after)) return after;
  const [first, second] = [before['data'], after['data']];
  if (typeof first !== 'string' || typeof second !== 'string') return after;
  if (before['terminal_id'] !== after['terminal_id']) return after;
  const { text, isCut } = kept(first + second);
  return { ...before, ...after, data: text, ...(isCut ? { truncated: true } : {}) };
}

/** What `_meta` tells of a command's output; null where it tells nothing. `stored` and `rest` in it are ours. */
export function printedInMeta(meta: unknown): Printed | null {
  const told = outputIn(meta);
  if (told === null || typeof told['data'] !== 'string') return null;
  const stored = StoredPart.safeParse(told['stored']);
  return {
    text: told['data'],
    isCut: told['truncated'] === true && !stored.success,
    ...(stored.success ? { stored: stored.data, rest: typeof told['rest'] === 'number' ? told['rest'] : 0 } : {}),
  };
}

/**
 * What an update tells of an output, as it goes into an event: `text` is what is new, `stored` null where the whole could not
 * be kept. Whatever the agent called by our names is not taken from it.
 */
export function withPrinted(
  meta: unknown,
  { text, stored, rest = 0 }: { text: string; stored?: StoredPart | null; rest?: number },
): unknown {
  if (!isRecord(meta) || !isRecord(meta['terminal_output'])) return meta;
  const { truncated: _, stored: __, rest: ___, ...told } = meta['terminal_output'];
  const ours = stored === undefined ? {} : { truncated: true, stored, rest };
  return { ...meta, terminal_output: { ...told, data: text, ...ours } };
}

/** Which terminal of the agent's own prints there. */
export const terminalInMeta = (meta: unknown): unknown => outputIn(meta)?.['terminal_id'];

/** Whether `_meta` says that the command ended. */
export const endsInMeta = (meta: unknown): boolean => isRecord(meta) && isRecord(meta['terminal_exit']);

const outputIn = (meta: unknown): Fields | null =>
  isRecord(meta) && isRecord(meta['terminal_output']) ? meta['terminal_output'] : null;
