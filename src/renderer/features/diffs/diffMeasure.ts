import type { FileDiff } from './fileDiff';

/** What a card of changes is as wide as, where the window has room: the column of words, 120 columns of code, or two columns. */
export type DiffMeasure = 'column' | 'code' | 'pair';

/** Columns of text that fit beside the line numbers in 728 px, and in a half of it. */
const IN_COLUMN = 90;
const IN_HALF = 42;
const TAB = 4;

/** Told by the longest line, so that a card has its width once and keeps it; short lines leave it at the column. */
export function diffMeasure(files: readonly FileDiff[], layout: 'unified' | 'split'): DiffMeasure {
  let measure: DiffMeasure = 'column';
  for (const file of files) {
    const columns = longestLine(file);
    // A new file has nothing beside it.
    if (layout === 'split' && file.status === 'modified' && columns > IN_HALF) return 'pair';
    if (columns > IN_COLUMN) measure = 'code';
  }
  return measure;
}

function longestLine({ hunks }: FileDiff): number {
  let longest = 0;
  for (const { lines } of hunks) for (const { text } of lines) longest = Math.max(longest, columnsOf(text));
  return longest;
}

/** Han and what stands with it takes two. */
function columnsOf(text: string): number {
  if (text.length > 4 * IN_COLUMN) return text.length;
  return text.replaceAll('\t', ' '.repeat(TAB)).replaceAll(/[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/g, '  ').length;
}
