import { parsePatch } from 'diff';
import { counts, type FileDiff, toHunks } from './fileDiff';

/** Files of a unified diff; empty where the text is none. `fallbackPath` names a file whose header is missing. */
export function parsePatchText(text: string, fallbackPath = ''): FileDiff[] {
  if (!/^@@ /m.test(text)) return [];
  let patches: ReturnType<typeof parsePatch>;
  try {
    patches = parsePatch(text);
  } catch {
    // Not a patch after all: the caller has other ways to show it.
    return [];
  }
  return patches.flatMap((patch): FileDiff[] => {
    if (patch.hunks.length === 0) return [];
    const oldName = cleanName(patch.oldFileName);
    const newName = cleanName(patch.newFileName);
    const hunks = toHunks(patch.hunks).map((hunk) => ({ ...hunk, skipped: null }));
    const status = oldName === null ? 'added' : newName === null ? 'deleted' : 'modified';
    const path = newName || oldName || fallbackPath;
    return [
      {
        path,
        status: oldName === '' ? 'modified' : status,
        ...counts(hunks),
        hunks,
        patch: patch.hunks,
        texts: null,
        numbered: true,
        rough: false,
      },
    ];
  });
}

/** Null: /dev/null, the file is not there on this side. Empty: the header did not say. */
function cleanName(name: string | undefined): string | null {
  if (name === undefined || name === '') return '';
  return name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}
