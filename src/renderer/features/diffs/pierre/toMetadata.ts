import { type FileDiffMetadata, processFile } from '@pierre/diffs';
import { languageId, languageOfPath } from '../../markdown/languageTable';
import type { FileDiff, PatchHunk } from '../fileDiff';
import { patchText } from '../patchText';

/** The diff as the library takes it. Null: there is nothing to show. */
export function toMetadata(file: FileDiff, hunks: readonly PatchHunk[]): FileDiffMetadata | null {
  if (hunks.length === 0) return null;
  // Pieces of files end without a line break nearly always, which says nothing of the file.
  const shown = hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.filter((line) => !line.startsWith('\\')) }));
  const name = file.path || 'file';
  const texts = file.texts && {
    oldFile: { name, contents: file.texts.before },
    newFile: { name, contents: file.texts.after },
  };
  const made = processFile(patchText(file, shown), { ...texts, isGitDiff: false, throwOnError: true });
  if (made === undefined) return null;
  made.name = name;
  delete made.prevName;
  made.lang = languageId(languageOfPath(file.path)) ?? 'text';
  if (file.status === 'added') made.type = 'new';
  else made.type = file.status === 'deleted' ? 'deleted' : 'change';
  return made;
}
