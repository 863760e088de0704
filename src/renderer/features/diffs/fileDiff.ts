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
}

/** How long a comparison may take, in ms: above it the texts are shown as one removed and one added. */
const PATIENCE_MS = 150;
const CONTEXT_LINES = 3;

/** What changed between two whole texts. An old text that is missing or empty is a new file. */
export function diffTexts(path: string, oldText: string | null, newText: string): FileDiff {
  const before = withoutMarker(oldText ?? '', /^-- \/dev\/null\r?\n?/);
  const after = withoutMarker(newText, /^\+\+ (?:b\/[^\n]*|\/dev\/null)\r?\n?/);
  const patch = compare(before, after);
  const hunks = toHunks(patch);
  const status = before === '' && after !== '' ? 'added' : after === '' && before !== '' ? 'deleted' : 'modified';
  return { path, status, ...counts(hunks), hunks, patch, texts: { before, after }, numbered: true };
}

export interface CompareOptions {
  ignoreWhitespace?: boolean;
  context?: number;
}

/** Where finding what is common would take too long, everything is gone and everything is new. */
export function compare(
  before: string,
  after: string,
  { ignoreWhitespace = false, context = CONTEXT_LINES }: CompareOptions = {},
): readonly PatchHunk[] {
  const options = { context, ignoreWhitespace, timeout: PATIENCE_MS };
  return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [wholesale(before, after)];
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

function wholesale(before: string, after: string): PatchHunk {
  const split = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  const gone = split(before);
  const come = split(after);
  return {
    oldStart: 1,
    oldLines: gone.length,
    newStart: 1,
    newLines: come.length,
    lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
  };
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
