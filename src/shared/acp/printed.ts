import type { StoredPart } from './content';

/**
 * What a command printed, as an item keeps it: the end of it, and once it is too long for an item, where all of it is. So
 * an output costs the same to fold, to store and to show, however long it grows.
 */
export interface Printed {
  /** Its end, at most `PRINTED_BYTES` of it. */
  text: string;
  /** What came before `text`, and is in no store either. */
  isCut: boolean;
  /** All of it, but for the last `rest` characters of `text`. */
  stored?: StoredPart | undefined;
  rest?: number | undefined;
}

/** UTF-8 bytes of an output that stay in its item. */
export const PRINTED_BYTES = 65_536;

/** The same of a terminal of ours; null where it is only named. */
export function printedByTerminal(terminal: {
  output?: string | undefined;
  truncated?: boolean | undefined;
  stored?: StoredPart | undefined;
  rest?: number | undefined;
}): Printed | null {
  const { output, truncated, stored, rest } = terminal;
  if (output === undefined) return null;
  return { text: output, isCut: truncated === true && stored === undefined, stored, rest };
}

/** All that was printed, where `stored` reads as `whole`; its end where that is gone. */
export const wholePrinted = ({ text, rest }: Printed, whole: string): string =>
  whole === '' ? text : whole + restOf(text, rest);

/** What of `text` is not in the store yet. */
export const restOf = (text: string, rest = 0): string => text.slice(text.length - rest);

/** The end of the text that fits into `limit` UTF-8 bytes, never beginning inside a character. */
export function keptTail(text: string, limit = PRINTED_BYTES): { text: string; isCut: boolean } {
  // A UTF-16 unit is at most three bytes.
  if (text.length * 3 <= limit) return { text, isCut: false };
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const pair = isLowSurrogate(text, start - 1) && isHighSurrogate(text, start - 2);
    bytes += pair ? 4 : utf8Length(text.charCodeAt(start - 1));
    if (bytes > limit) return { text: text.slice(start), isCut: true };
    start -= pair ? 2 : 1;
  }
  return { text, isCut: false };
}

const utf8Length = (unit: number): number => {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
};
const isHighSurrogate = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800;
const isLowSurrogate = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
