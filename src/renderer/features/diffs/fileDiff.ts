import { structuredPatch } from 'diff';

export interface DiffLine {
  kind: 'context' | 'add' | 'del';
  /** Line number in the old text; null for an added line. */
  old: number | null;
  /** Line number in the new text; null for a removed line. */
  new: number | null;
  text: string;
}

export interface DiffHunk {
  lines: readonly DiffLine[];
  /** Unchanged lines between the hunk before (or the beginning) and this one; null: not known. */
  skipped: number | null;
}

export interface FileDiff {
  path: string;
  status: 'added' | 'deleted' | 'modified';
  added: number;
  removed: number;
  hunks: readonly DiffHunk[];
  /** The same as lines of a unified patch, with their signs. */
  patch: readonly PatchHunk[];
  /** Both texts in whole, where they are known: what lies between the hunks can be shown then. */
  texts: { before: string; after: string } | null;
  /** Whether its line numbers are those of the file: a piece of a file does not tell where it stands. */
  numbered: boolean;
  /** Too different to be compared in time: lines that both have may stand as removed and as added. */
  rough: boolean;
  /** What its lines do not show. */
  note?: 'renamed' | 'binary' | 'lineEnds';
  /** The name that it had, where it got another one. */
  from?: string;
}

/** How long a comparison may take, in ms: above it what differs is shown as removed and added in whole. */
const PATIENCE_MS = 150;
const CONTEXT_LINES = 3;

/** What changed between two whole texts. An old text that is missing or empty is a new file, also where that is empty. */
export function diffTexts(path: string, oldText: string | null, newText: string): FileDiff {
  const before = withoutMarker(oldText ?? '', /^-- \/dev\/null\r?\n?/);
  const after = withoutMarker(newText, /^\+\+ (?:b\/[^\n]*|\/dev\/null)\r?\n?/);
  const { hunks: patch, rough } = compare(before, after);
  const hunks = toHunks(patch);
  const isNew = before === '' && (after !== '' || oldText === null);
  const status = isNew ? 'added' : after === '' && before !== '' ? 'deleted' : 'modified';
  const file: FileDiff = {
    path,
    status,
    ...counts(hunks),
    hunks,
    patch,
    texts: { before, after },
    numbered: true,
    rough,
  };
  if (before !== after && unixLines(before) === unixLines(after)) file.note = 'lineEnds';
  return file;
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

export interface CompareOptions {
  ignoreWhitespace?: boolean;
  context?: number;
}

export interface Comparison {
  hunks: readonly PatchHunk[];
  rough: boolean;
}

/** Where finding what is common would take too long, only what both texts begin and end with is. */
export function compare(
  before: string,
  after: string,
  { ignoreWhitespace = false, context = CONTEXT_LINES }: CompareOptions = {},
): Comparison {
  const options = { context, ignoreWhitespace, timeout: PATIENCE_MS };
  const found = structuredPatch('', '', before, after, '', '', options);
  return found === undefined
    ? { hunks: [roughly(linesOf(before), linesOf(after), context)], rough: true }
    : { hunks: found.hunks, rough: false };
}

/** Cursor's new files begin with `-- /dev/null` and `++ b/path`, which are no lines of theirs (AC-21). */
const withoutMarker = (text: string, marker: RegExp): string => text.replace(marker, '');

export interface PatchHunk {
  oldStart: number;
  newStart: number;
  oldLines: number;
  newLines: number;
  lines: readonly string[];
}

export function toHunks(patch: readonly PatchHunk[]): DiffHunk[] {
  let end = 1;
  return patch.map((hunk) => {
    let oldLine = Math.max(hunk.oldStart, 1);
    let newLine = Math.max(hunk.newStart, 1);
    const skipped = Math.max(0, oldLine - end);
    const lines = hunk.lines.flatMap((line): DiffLine[] => {
      const text = line.slice(1);
      switch (line[0]) {
        case '+':
          return [{ kind: 'add', old: null, new: newLine++, text }];
        case '-':
          return [{ kind: 'del', old: oldLine++, new: null, text }];
        case '\\':
          return [];
        default:
          return [{ kind: 'context', old: oldLine++, new: newLine++, text }];
      }
    });
    end = oldLine;
    return { lines, skipped };
  });
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function roughly(before: readonly string[], after: readonly string[], context: number): PatchHunk {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - context);
  const around = Math.min(tail, context);
  const lines = [
    ...before.slice(from, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...before.slice(before.length - tail, before.length - tail + around).map((line) => ` ${line}`),
  ];
  const common = { oldStart: from + 1, newStart: from + 1 };
  const oldLines = before.length - tail + around - from;
  return { ...common, oldLines, newLines: after.length - tail + around - from, lines };
}

export function counts(hunks: readonly DiffHunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.kind === 'add') added++;
      else if (line.kind === 'del') removed++;
    }
  }
  return { added, removed };
}
