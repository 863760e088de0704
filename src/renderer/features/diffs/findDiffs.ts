import type { ToolCallContent } from '@shared/acp/content';
import type { RawValue } from '@shared/acp/update';
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
  if (sent.length > 0) return sent;
  if (rawInput?.type !== 'json') return [];
  const path = locations?.[0]?.path ?? '';
  if (typeof rawInput.value === 'string') return fromPatch(rawInput.value, path);
  return isRecord(rawInput.value) ? fromInput(rawInput.value, path) : [];
}

/** Whether it is an edit whatever the agent calls it: it says what it puts in the place of what, or sends a patch. */
export function isEditByInput({ rawInput }: Pick<DiffSource, 'rawInput'>): boolean {
  const input = rawInput?.type === 'json' ? rawInput.value : null;
  if (typeof input === 'string') return isPatch(input);
  if (!isRecord(input)) return false;
  const pieces = Array.isArray(input['edits']) ? input['edits'].filter(isRecord) : [input];
  const replaces = pieces.length > 0 && pieces.every((one) => text(one, ...OLD) !== null && text(one, ...NEW) !== null);
  return (replaces && pathIn(input) !== null) || isPatch(text(input, ...PATCH) ?? '');
}

/** A look that costs no parse. */
const isPatch = (found: string): boolean => /^\*\*\* Begin Patch\s*$|^@@ -\d+(?:,\d+)? \+\d/m.test(found);

function fromPatch(patch: string, path: string): FileDiff[] {
  const files = parsePatchText(patch, path);
  return files.length > 0 ? files : parsePatchBlocks(patch);
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

const OLD = ['old_string', 'oldText', 'old_str', 'oldString', 'old_text'];
const NEW = ['new_string', 'newText', 'new_str', 'newString', 'new_text', 'new_source'];
const WHOLE = ['file_text', 'fileText', 'content', 'contents'];
const PATCH = ['diff', 'patch', 'unified_diff', 'patchText', 'patch_text', 'input'];

const pathIn = (input: Fields): string | null =>
  text(input, 'file_path', 'path', 'filePath', 'abs_path', 'filename', 'target_file', 'notebook_path');

function fromInput(input: Fields, fallback: string): FileDiff[] {
  const path = pathIn(input) ?? fallback;
  const patch = text(input, ...PATCH);
  if (patch !== null) {
    const files = fromPatch(patch, path);
    if (files.length > 0) return files;
  }
  if (Array.isArray(input['edits'])) {
    return input['edits'].filter(isRecord).flatMap((edit) => replacement(path, edit));
  }
  if (isRecord(input['changes']))
    return Object.entries(input['changes']).flatMap(([file, change]) => codexChange(file, change));
  const replaced = replacement(path, input);
  if (replaced.length > 0) return replaced;
  const whole = text(input, ...WHOLE);
  return whole === null || path === '' ? [] : [diffTexts(path, null, whole)];
}

/** A piece of a file by another: where in the file it stands is not told. */
function replacement(path: string, edit: Fields): FileDiff[] {
  const before = text(edit, ...OLD);
  const after = text(edit, ...NEW);
  if (before === null && after === null) return [];
  const file = diffTexts(path, before, after ?? '');
  // A line or a notebook's cell to put it at: a piece of a file that is there.
  const isPiece = 'insert_line' in edit || 'insertLine' in edit || 'new_source' in edit;
  const whole = before === null || before === '';
  if (whole && !isPiece) return [file];
  const hunks = file.hunks.map((hunk) => ({ ...hunk, skipped: null }));
  return [{ ...file, status: 'modified', hunks, numbered: false }];
}

/** Codex: `{ "/a.ts": { add: { content } } | { update: { unified_diff } } | { delete: { content } } }`, or with `type`. */
function codexChange(path: string, change: unknown): FileDiff[] {
  if (!isRecord(change)) return [];
  const kind = text(change, 'type') ?? Object.keys(change)[0] ?? '';
  const inner = change[kind];
  const body: Fields = isRecord(inner) ? inner : change;
  const patch = text(body, 'unified_diff');
  if (patch !== null) return parsePatchText(patch, path);
  const content = text(body, 'content');
  if (content === null) return [];
  return [kind === 'delete' ? diffTexts(path, content, '') : diffTexts(path, null, content)];
}
