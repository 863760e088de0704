import { parsePatch, type StructuredPatch } from 'diff';
import { counts, type FileDiff, toHunks } from './fileDiff';

/** Files of a unified diff; empty where the text is none. `fallbackPath` names a file whose header is missing. */
export function parsePatchText(text: string, fallbackPath = ''): FileDiff[] {
  if (!/^(?:@@ -\d|diff --git )/m.test(text)) return [];
  let patches: StructuredPatch[];
  try {
    patches = parsePatch(text);
  } catch {
    // Not a patch after all: the caller has other ways to show it.
    return [];
  }
  const isCounted = patches.every(({ hunks }) => hunks.every((hunk) => hunk.oldStart >= 0 && hunk.newStart >= 0));
  return isCounted ? patches.flatMap((patch) => fileOf(patch, fallbackPath)) : [];
}

function fileOf(patch: StructuredPatch, fallbackPath: string): FileDiff[] {
  // A file that is only renamed, or whose bytes are no text, has no lines; it is one of those that changed all the same.
  const note = patch.isRename ? 'renamed' : patch.isBinary ? 'binary' : undefined;
  if (patch.hunks.length === 0 && note === undefined) return [];
  const oldName = cleanName(patch.oldFileName);
  const newName = cleanName(patch.newFileName);
  const hunks = toHunks(patch.hunks).map((hunk) => ({ ...hunk, skipped: null }));
  const isAdded = oldName === null || patch.isCreate === true;
  const status = isAdded ? 'added' : newName === null || patch.isDelete === true ? 'deleted' : 'modified';
  const file: FileDiff = {
    path: newName || oldName || fallbackPath,
    status: oldName === '' ? 'modified' : status,
    ...counts(hunks),
    hunks,
    patch: patch.hunks,
    texts: null,
    numbered: true,
    rough: false,
  };
  if (note !== undefined) file.note = note;
  if (note === 'renamed' && oldName) file.from = oldName;
  return [file];
}

/** Null: /dev/null, the file is not there on this side. Empty: the header did not say. */
function cleanName(name: string | undefined): string | null {
  if (name === undefined || name === '') return '';
  return name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}
