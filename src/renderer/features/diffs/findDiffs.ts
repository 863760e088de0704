import type { ToolCallContent } from '@shared/acp/content';
import type { RawValue } from '@shared/acp/update';
import { type InputChange, inputChanges } from '@shared/session/inputChanges';
import { diffTexts, type FileDiff } from './fileDiff';
import { parsePatchBlocks } from './parsePatchBlocks';
import { parsePatchText } from './parsePatchText';

export interface DiffSource {
  content?: readonly ToolCallContent[] | undefined;
  rawInput?: RawValue | undefined;
  locations?: readonly { path: string }[] | undefined;
}

/**
 * The changes of a tool call, best source first (AC-85): diffs that the agent sent; else what its raw input says, in the
 * shapes that agents really use. Empty where neither tells.
 */
export function findDiffs({ content, rawInput, locations }: DiffSource): FileDiff[] {
  const sent = (content ?? []).flatMap((part) =>
    part.type === 'diff' ? [diffTexts(part.path, part.oldText ?? null, part.newText)] : [],
  );
  return sent.length > 0 ? sent : inputChanges({ rawInput }, locations?.[0]?.path ?? '').flatMap(diffsOf);
}

function diffsOf(change: InputChange): FileDiff[] {
  if (change.kind === 'patch') {
    // Its `@@` name lines of the file and no numbers, which a reader of unified patches takes for broken ones.
    const files = parsePatchBlocks(change.patch);
    return files.length > 0 ? files : parsePatchText(change.patch, change.path);
  }
  const file = diffTexts(change.path, change.before, change.after);
  if (!change.isPiece) return [file];
  const hunks = file.hunks.map((hunk) => ({ ...hunk, skipped: null }));
  return [{ ...file, status: 'modified', hunks, numbered: false }];
}
