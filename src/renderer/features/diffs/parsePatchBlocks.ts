import { counts, diffTexts, type FileDiff, type PatchHunk, toHunks } from './fileDiff';

const BEGIN = /^\*\*\* Begin Patch\s*$/m;
const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

interface Section {
  kind: string;
  path: string;
  lines: string[];
}

/**
 * Files of the patch that models of OpenAI write (`*** Begin Patch`), for agents' `apply_patch`; empty where the text is
 * none. It names its places by the lines around them and has no line numbers.
 */
export function parsePatchBlocks(text: string): FileDiff[] {
  const begin = BEGIN.exec(text);
  if (begin === null) return [];
  const sections: Section[] = [];
  for (const line of text.slice(begin.index + begin[0].length).split(/\r?\n/)) {
    if (/^\*\*\* End Patch\s*$/.test(line)) break;
    const file = FILE.exec(line);
    const moved = MOVE.exec(line)?.[1]?.trim();
    const last = sections.at(-1);
    if (file !== null) sections.push({ kind: file[1] ?? '', path: file[2]?.trim() ?? '', lines: [] });
    else if (last !== undefined && moved !== undefined) last.path = moved;
    else last?.lines.push(line);
  }
  return sections.map(fileOf);
}

function fileOf({ kind, path, lines }: Section): FileDiff {
  if (kind === 'Add') {
    const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
    return diffTexts(path, null, added.join(''));
  }
  const patch = kind === 'Delete' ? [] : hunksOf(lines);
  const hunks = toHunks(patch).map((hunk) => ({ ...hunk, skipped: null }));
  const status = kind === 'Delete' ? 'deleted' : 'modified';
  return { path, status, ...counts(hunks), hunks, patch, texts: null, numbered: false, rough: false };
}

/** Each begins at a line of `@@`. Their numbers only keep them apart: where they stand is not told. */
function hunksOf(lines: readonly string[]): PatchHunk[] {
  const pieces: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('@@')) pieces.push([]);
    else if (/^[-+ ]/.test(line)) pieces.at(-1)?.push(line);
    // Models leave out the space of an empty line.
    else if (line === '') pieces.at(-1)?.push(' ');
  }
  let oldStart = 1;
  let newStart = 1;
  return pieces.flatMap((piece): PatchHunk[] => {
    while (piece.at(-1) === ' ') piece.pop();
    if (!piece.some((line) => line[0] !== ' ')) return [];
    const oldLines = piece.filter((line) => line[0] !== '+').length;
    const newLines = piece.filter((line) => line[0] !== '-').length;
    const hunk = { oldStart, newStart, oldLines, newLines, lines: piece };
    oldStart += oldLines + 1;
    newStart += newLines + 1;
    return [hunk];
  });
}
