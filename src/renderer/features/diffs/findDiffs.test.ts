import { describe, expect, it } from 'vitest';
import { diffTexts } from './fileDiff';
import { findDiffs } from './findDiffs';

const json = (value: unknown) => ({ rawInput: { type: 'json' as const, value } });
const shown = (file: ReturnType<typeof diffTexts> | undefined) =>
  file?.hunks.flatMap((hunk) =>
    hunk.lines.map((line) => `${line.kind} ${line.old ?? '-'} ${line.new ?? '-'} ${line.text}`),
  );

describe('diffTexts', () => {
  it('numbers the lines of both sides', () => {
    const file = diffTexts('a.ts', 'one\ntwo\nthree\n', 'one\n2\nthree\nfour\n');
    expect(shown(file)).toEqual(['context 1 1 one', 'del 2 - two', 'add - 2 2', 'context 3 3 three', 'add - 4 four']);
    expect(file).toMatchObject({ status: 'modified', added: 2, removed: 1 });
  });

  it('shows a new file as added lines only', () => {
    expect(diffTexts('a.ts', null, 'hi\n')).toMatchObject({ status: 'added', added: 1, removed: 0 });
    expect(diffTexts('a.ts', '', 'hi')).toMatchObject({ status: 'added', added: 1, removed: 0 });
  });

  it("drops Cursor's markers of a new file, which then has one line (AC-21)", () => {
    const file = diffTexts('out.txt', '-- /dev/null', '++ b//workspace/out.txt\nhi');
    expect(file.status).toBe('added');
    expect(shown(file)).toEqual(['add - 1 hi']);
  });

  it('shows a deleted file as removed lines only', () => {
    expect(diffTexts('a.ts', 'x\ny\n', '')).toMatchObject({ status: 'deleted', added: 0, removed: 2 });
  });

  it('says how many unchanged lines lie between two hunks', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `l${index + 1}`);
    const changed = lines.with(0, 'first').with(39, 'last');
    const file = diffTexts('a', lines.join('\n'), changed.join('\n'));
    expect(file.hunks.map((hunk) => hunk.skipped)).toEqual([0, 32]);
  });
});

describe('findDiffs', () => {
  it('prefers what the agent sent as a diff', () => {
    const content = [{ type: 'diff' as const, path: 'a', oldText: 'x', newText: 'y' }];
    expect(
      findDiffs({ content, ...json({ old_string: 'q', new_string: 'r', file_path: 'b' }) }).map((file) => file.path),
    ).toEqual(['a']);
  });

  it.each([
    ['a replacement', { file_path: 'f.ts', old_string: 'a\nb', new_string: 'a\nc' }, 1, 1],
    ['camel case', { path: 'f.ts', oldText: 'a', newText: 'b' }, 1, 1],
    ['a whole new file', { path: 'f.ts', file_text: 'a\nb' }, 2, 0],
    ['a unified patch', { path: 'f.ts', diff: '--- a/f.ts\n+++ b/f.ts\n@@ -3,2 +3,2 @@\n x\n-y\n+z\n' }, 1, 1],
    ['many edits', { file_path: 'f.ts', edits: [{ old_string: 'a', new_string: 'b' }] }, 1, 1],
    ["Codex' changes", { changes: { 'f.ts': { update: { unified_diff: '@@ -1,1 +1,1 @@\n-y\n+z\n' } } } }, 1, 1],
    ["Codex' new file", { changes: { 'f.ts': { type: 'add', content: 'q\n' } } }, 1, 0],
  ])('reads %s from the raw input', (_, input, added, removed) => {
    expect(findDiffs(json(input))).toMatchObject([{ path: 'f.ts', added, removed }]);
  });

  it('numbers a patch by its header', () => {
    const [file] = findDiffs(json({ path: 'f', diff: '--- a/f\n+++ b/f\n@@ -3,2 +3,2 @@\n x\n-y\n+z\n' }));
    expect(shown(file)).toEqual(['context 3 3 x', 'del 4 - y', 'add - 4 z']);
  });

  it('finds nothing where nothing is told, or where a file is only read', () => {
    expect(findDiffs({})).toEqual([]);
    expect(findDiffs(json({ path: 'a.ts' }))).toEqual([]);
    expect(findDiffs(json({ command: 'ls', input: 'text' }))).toEqual([]);
  });
});
