import { findText } from '@shared/session/findText';
import type { Item } from '@shared/session/item';

/** A match as its item has it, drawn or not. */
export interface WantedMatch {
  index: number;
  /** How many its item has. */
  count: number;
  line: string;
  /** How many of the earlier ones stand in a line that reads the same. */
  same: number;
  /** All between the spaces around it. */
  word: string;
  /** Its row says more than its item. */
  hasOwnWords: boolean;
  /** Where in the text it stands, from 0 to 1. */
  near: number;
}

/** The line around the place, as it reads. */
export function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? undefined : end).trim();
}

const lineNumber = (text: string, at = text.length): number => text.slice(0, at).split('\n').length;

/** The `of`-th match of the item that has `all` of them in the end: more than the page knows, where it holds only a part. */
export function wantedMatch(item: Item, pattern: RegExp, of: number, all: number): WantedMatch {
  const text = findText(item);
  const starts = [...text.matchAll(pattern)].map((match) => match.index);
  const index = knownIndex(item, starts, of, all);
  const lines = starts.map((start) => lineAt(text, start));
  const line = lines[index] ?? '';
  const same = lines.slice(0, index).filter((other) => other === line).length;
  const start = starts[index] ?? 0;
  const word = `${/\S*$/.exec(text.slice(0, start))?.[0] ?? ''}${/^\S*/.exec(text.slice(start))?.[0] ?? ''}`;
  const hasOwnWords = item.kind === 'toolCall';
  return {
    index,
    count: lines.length,
    line,
    same,
    word,
    hasOwnWords,
    near: lineNumber(text, start) / lineNumber(text),
  };
}

/** Stands for the end of an output whose beginning the page does not hold. */
const END = '\ue000';

/** Which of those that the page knows it is; as many as they are: none. */
function knownIndex(item: Item, starts: readonly number[], of: number, all: number): number {
  const missing = all - starts.length;
  if (missing <= 0) return of;
  // What the page lacks is the rest of a text whose beginning it holds, or it stands before the end that it holds.
  const end = findText(item, ({ head }, shown) => (shown === undefined ? head : END)).indexOf(END);
  const before = end === -1 ? Infinity : starts.filter((start) => start < end).length;
  if (of < before) return of;
  return of < before + missing ? starts.length : of - missing;
}

/**
 * Which of the drawn matches is the wanted one: by its place where just those are drawn, else by its line. -1: it is not drawn. A
 * card has words of its own between what its tool says ("Edited", "exit 1"), so there the line comes first, and one at the
 * place has to read like it.
 */
export function drawnMatch(drawn: readonly { line: string }[], wanted: WantedMatch): number {
  const { index, count, line, word, hasOwnWords } = wanted;
  // It stands in what the page knows only the beginning of.
  if (index >= count) return -1;
  if (!hasOwnWords && drawn.length === count) return index;
  let passed = wanted.same;
  const byLine = drawn.findIndex((match) => {
    if (match.line !== line) return false;
    passed -= 1;
    return passed < 0;
  });
  if (byLine !== -1 || drawn.length < count) return byLine;
  return !hasOwnWords || drawn[index]?.line.includes(word) === true ? index : -1;
}
