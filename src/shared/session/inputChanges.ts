import { type Fields, isRecord } from '../acp/lenient';
import type { RawValue, ToolKind } from '../acp/update';

/** A change of a file, as the raw input of a tool call tells it. */
export type InputChange =
  /** Unified, or of apply_patch; it may name files of its own. */
  | { kind: 'patch'; path: string; patch: string }
  /** `isPiece`: a piece of a file by another; where in the file it stands is not told. */
  | { kind: 'texts'; path: string; before: string | null; after: string; isPiece: boolean };

interface Input {
  rawInput?: RawValue | undefined;
}

function text(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

const OLD = ['old_string', 'oldText', 'old_str', 'oldString', 'old_text'];
const NEW = ['new_string', 'newText', 'new_str', 'newString', 'new_text', 'new_source', 'insert_text'];
const WHOLE = ['file_text', 'fileText', 'content', 'contents'];
const PATCH = ['diff', 'patch', 'unified_diff', 'patchText', 'patch_text', 'input'];

const pathIn = (input: Fields): string | null =>
  text(input, 'file_path', 'path', 'filePath', 'abs_path', 'filename', 'target_file', 'notebook_path');

/** A look that costs no parse. */
const isPatch = (found: string): boolean => /^\*\*\* Begin Patch\s*$|^@@ -\d+(?:,\d+)? \+\d|^diff --git /m.test(found);

/** Whether it is an edit whatever the agent calls it: it says what it puts in the place of what, or sends a patch. */
export function isEditByInput({ rawInput }: Input): boolean {
  const input = rawInput?.type === 'json' ? rawInput.value : null;
  if (typeof input === 'string') return isPatch(input);
  if (!isRecord(input)) return false;
  const pieces = Array.isArray(input['edits']) ? input['edits'].filter(isRecord) : [input];
  const replaces = pieces.length > 0 && pieces.every((one) => text(one, ...OLD) !== null && text(one, ...NEW) !== null);
  return (replaces && pathIn(input) !== null) || isPatch(text(input, ...PATCH) ?? '');
}

/** A change of files, by its kind or by what it was given. */
export const isEdit = (tool: Input & { toolKind: ToolKind }): boolean =>
  tool.toolKind === 'edit' ||
  tool.toolKind === 'delete' ||
  tool.toolKind === 'move' ||
  (tool.toolKind === 'other' && isEditByInput(tool));

/** The changes in the shapes that agents really use (AC-85). `fallback` names a file that the input does not. */
export function inputChanges({ rawInput }: Input, fallback: string): InputChange[] {
  if (rawInput?.type !== 'json') return [];
  if (typeof rawInput.value === 'string') return patchChange(rawInput.value, fallback);
  return isRecord(rawInput.value) ? fromFields(rawInput.value, fallback) : [];
}

const patchChange = (patch: string, path: string): InputChange[] =>
  isPatch(patch) ? [{ kind: 'patch', path, patch }] : [];

function fromFields(input: Fields, fallback: string): InputChange[] {
  const path = pathIn(input) ?? fallback;
  const patch = patchChange(text(input, ...PATCH) ?? '', path);
  if (patch.length > 0) return patch;
  if (Array.isArray(input['edits'])) {
    return input['edits'].filter(isRecord).flatMap((edit) => replacement(path, edit));
  }
  if (isRecord(input['changes'])) {
    return Object.entries(input['changes']).flatMap(([file, change]) => codexChange(file, change));
  }
  const replaced = replacement(path, input);
  if (replaced.length > 0) return replaced;
  const whole = text(input, ...WHOLE);
  return whole === null || path === '' ? [] : [{ kind: 'texts', path, before: null, after: whole, isPiece: false }];
}

function replacement(path: string, edit: Fields): InputChange[] {
  const before = text(edit, ...OLD);
  const after = text(edit, ...NEW);
  if (before === null && after === null) return [];
  // A line or a notebook's cell to put it at: a piece of a file that is there.
  const isPut = 'insert_line' in edit || 'insertLine' in edit || 'new_source' in edit;
  const isPiece = isPut || (before !== null && before !== '');
  return [{ kind: 'texts', path, before, after: after ?? '', isPiece }];
}

/** Codex: `{ "/a.ts": { add: { content } } | { update: { unified_diff } } | { delete: { content } } }`, or with `type`. */
function codexChange(path: string, change: unknown): InputChange[] {
  if (!isRecord(change)) return [];
  const kind = text(change, 'type') ?? Object.keys(change)[0] ?? '';
  const inner = change[kind];
  const body: Fields = isRecord(inner) ? inner : change;
  const patch = text(body, 'unified_diff');
  if (patch !== null) return [{ kind: 'patch', path: text(body, 'move_path') ?? path, patch }];
  const content = text(body, 'content');
  if (content === null) return [];
  const [before, after] = kind === 'delete' ? [content, ''] : [null, content];
  return [{ kind: 'texts', path, before, after, isPiece: false }];
}
