import { isRecord } from './lenient';

/** Characters of a printed output that are kept, from its end. */
const KEPT = 65_536;

/**
 * What `_meta` of a tool call says after another update of it: each update gives only what is new. Agents that run
 * commands themselves print by it, piece by piece (`terminal_output`), and tell the end in one of its own (`terminal_exit`).
 */
export function mergedMeta(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after;
  const printed = joined(before['terminal_output'], after['terminal_output']);
  return { ...before, ...after, ...(printed === undefined ? {} : { terminal_output: printed }) };
}

function joined(before: unknown, after: unknown): unknown {
  if (after === undefined) return before;
  if (!isRecord(before) || !isRecord(after)) return after;
  const [first, second] = [before['data'], after['data']];
  if (typeof first !== 'string' || typeof second !== 'string') return after;
  if (before['terminal_id'] !== after['terminal_id']) return after;
  const all = first + second;
  if (all.length <= KEPT) return { ...before, ...after, data: all };
  // Never from the middle of a character on.
  return { ...before, ...after, data: all.slice(-KEPT).replace(/^[\udc00-\udfff]/, ''), truncated: true };
}
