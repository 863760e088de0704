import { compare, type Comparison, type FileDiff, type PatchHunk } from './fileDiff';

/** A unified patch that other programs take. */
export function patchText({ path, status }: Pick<FileDiff, 'path' | 'status'>, hunks: readonly PatchHunk[]): string {
  const name = path.replace(/^\/+/, '') || 'file';
  const head = [
    status === 'added' ? '--- /dev/null' : `--- a/${name}`,
    status === 'deleted' ? '+++ /dev/null' : `+++ b/${name}`,
  ];
  const lines = hunks.flatMap((hunk) => [headerOf(hunk), ...hunk.lines]);
  return `${[...head, ...lines].join('\n')}\n`;
}

const headerOf = ({ oldStart, oldLines, newStart, newLines }: PatchHunk): string =>
  `@@ -${sideOf(oldStart, oldLines)} +${sideOf(newStart, newLines)} @@`;

/** Of no lines, a patch names the line before them. */
const sideOf = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;

/** What is left where only spaces changed: compared anew where the texts are known, else hunk by hunk. */
export function withoutWhitespaceChanges({ texts, patch }: Pick<FileDiff, 'texts' | 'patch'>): Comparison {
  if (texts) return compare(texts.before, texts.after, { ignoreWhitespace: true });
  let rough = false;
  const hunks = patch.flatMap((hunk): PatchHunk[] => {
    const side = (sign: '-' | '+') =>
      hunk.lines.flatMap((line) => (line[0] === ' ' || line[0] === sign ? [`${line.slice(1)}\n`] : [])).join('');
    const compared = compare(side('-'), side('+'), { ignoreWhitespace: true, context: Infinity });
    rough ||= compared.rough;
    const [whole] = compared.hunks;
    return whole === undefined ? [] : [{ ...whole, oldStart: hunk.oldStart, newStart: hunk.newStart }];
  });
  return { hunks, rough };
}
