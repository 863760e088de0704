import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { diffTexts } from './fileDiff';
import { isEditByInput } from '@shared/session/inputChanges';
import { findDiffs } from './findDiffs';
import { patchText, withoutWhitespaceChanges } from './patchText';
import { readStoredDiff } from './readStoredDiff';

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

describe('AC-85 the changes of a tool', () => {
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
    ['snake case', { path: 'f.ts', old_text: 'a', new_text: 'b' }, 1, 1],
    ['old_str and new_str', { path: 'f.ts', old_str: 'a', new_str: 'b' }, 1, 1],
    ['oldString and newString', { filePath: 'f.ts', oldString: 'a', newString: 'b' }, 1, 1],
    ['an insertion', { path: 'f.ts', old_string: '', new_string: 'b' }, 1, 0],
    ['a patch without file names', { path: 'f.ts', patch: '@@ -1 +1 @@\n-y\n+z\n' }, 1, 1],
    ['a patch called input', { input: '--- a/f.ts\n+++ b/f.ts\n@@ -1 +1 @@\n-y\n+z\n' }, 1, 1],
    [
      "Codex' moved file",
      { changes: { 'o.ts': { update: { unified_diff: '@@ -1 +1 @@\n-y\n+z\n', move_path: 'f.ts' } } } },
      1,
      1,
    ],
    ["Codex' deleted file", { changes: { 'f.ts': { delete: { content: 'q\n' } } } }, 0, 1],
  ])('reads %s from the raw input', (_, input, added, removed) => {
    expect(findDiffs(json(input))).toMatchObject([{ path: 'f.ts', added, removed }]);
  });

  const BLOCKS = [
    '*** Begin Patch',
    '*** Update File: src/c.ts',
    '@@ function a() {',
    ' ctx',
    '-old',
    '+new',
    '@@',
    '-gone',
    '*** Add File: src/d.ts',
    '+one',
    '+two',
    '*** Delete File: src/e.ts',
    '*** Update File: src/f.ts',
    '*** Move to: src/g.ts',
    '@@',
    '-a',
    '+b',
    '*** End Patch',
  ].join('\n');

  it.each([
    ['as patchText (OpenCode)', { patchText: BLOCKS }],
    ['as input', { input: BLOCKS }],
    ['as the whole input (Codex)', BLOCKS],
  ])('reads a patch of apply_patch %s', (_, input) => {
    const files = findDiffs(json(input));
    expect(files).toMatchObject([
      { path: 'src/c.ts', status: 'modified', added: 1, removed: 2, numbered: false },
      { path: 'src/d.ts', status: 'added', added: 2, removed: 0 },
      { path: 'src/e.ts', status: 'deleted', added: 0, removed: 0 },
      { path: 'src/g.ts', status: 'modified', added: 1, removed: 1 },
    ]);
    expect(files[0]?.hunks.map((hunk) => hunk.lines.length)).toEqual([3, 1]);
  });

  it('a patch of git names the files that are only renamed, and those whose bytes are no text', () => {
    const rename = 'diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n';
    const binary = 'diff --git a/x.bin b/x.bin\nBinary files a/x.bin and b/x.bin differ\n';
    const text = 'diff --git a/c.ts b/c.ts\n--- a/c.ts\n+++ b/c.ts\n@@ -1 +1 @@\n-a\n+b\n';
    expect(findDiffs(json({ patch: rename + binary + text }))).toMatchObject([
      { path: 'new.ts', from: 'old.ts', note: 'renamed', added: 0, removed: 0 },
      { path: 'x.bin', note: 'binary' },
      { path: 'c.ts', added: 1, removed: 1 },
    ]);
    expect(findDiffs(json({ patch: rename }))).toHaveLength(1);
  });

  it('says where only the line ends are others, which the lines do not show', () => {
    expect(diffTexts('a.ts', 'a\r\nb\r\n', 'a\nb\n')).toMatchObject({ note: 'lineEnds', added: 2 });
    expect(diffTexts('a.ts', 'a\r\nb\r\n', 'a\r\nc\r\n').note).toBeUndefined();
    expect(diffTexts('a.ts', 'a', 'a').note).toBeUndefined();
  });

  it("takes the newer name of the text editor's insertion", () => {
    expect(findDiffs(json({ path: 'f.ts', insert_line: 3, insert_text: 'x\n' }))).toMatchObject([
      { path: 'f.ts', status: 'modified', added: 1, numbered: false },
    ]);
  });

  it('an insertion and a cell of a notebook are pieces of a file that is there', () => {
    expect(findDiffs(json({ path: 'f.ts', insert_line: 3, new_str: 'x\n' }))).toMatchObject([
      { path: 'f.ts', status: 'modified', added: 1, numbered: false },
    ]);
    expect(findDiffs(json({ notebook_path: 'n.ipynb', new_source: 'print(2)' }))).toMatchObject([
      { path: 'n.ipynb', status: 'modified', added: 1 },
    ]);
  });

  it('a new file without a line is a new file', () => {
    expect(diffTexts('empty.txt', null, '')).toMatchObject({ status: 'added', added: 0 });
    expect(diffTexts('same.txt', 'a', 'a')).toMatchObject({ status: 'modified' });
  });

  it('an edit is known by what it sends, whatever the agent calls it', () => {
    for (const input of [
      { path: 'a.ts', old_str: 'a', new_str: 'b' },
      { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] },
      { patch: BLOCKS },
      BLOCKS,
      { diff: '--- a/f.ts\n+++ b/f.ts\n@@ -1 +1 @@\n-y\n+z\n' },
    ])
      expect([isEditByInput(json(input)), findDiffs(json(input)).length > 0]).toEqual([true, true]);
    for (const input of [
      { path: 'a.ts', content: 'x' },
      { edits: [] },
      { input: 'text' },
      'text',
      { from: 'a', to: 'b' },
    ])
      expect(isEditByInput(json(input))).toBe(false);
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

describe('a patch', () => {
  it('is what other programs take, of texts and of a patch', () => {
    const file = diffTexts('/src/a.ts', 'one\ntwo\n', 'one\n2\n');
    const text = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n';
    expect(patchText(file, file.patch)).toBe(text);
    const [again] = findDiffs(json({ diff: text }));
    expect(again && patchText(again, again.patch)).toBe(text);
    const added = diffTexts('a.ts', null, 'hi\n');
    expect(patchText(added, added.patch)).toBe('--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,1 @@\n+hi\n');
  });

  it('leaves out what changed in its spaces alone, of texts and of a patch', () => {
    const before = 'one\n  two\nthree\n';
    const after = 'one\n    two\n3\n';
    const file = diffTexts('a.ts', before, after);
    const lines = [' one', '     two', '-three', '+3'];
    expect(withoutWhitespaceChanges(file).hunks.flatMap((hunk) => hunk.lines)).toEqual(lines);
    expect(withoutWhitespaceChanges({ ...file, texts: null }).hunks.flatMap((hunk) => hunk.lines)).toEqual(lines);
    const [hunk] = withoutWhitespaceChanges({ ...file, texts: null }).hunks;
    expect(hunk).toMatchObject({ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3 });
  });

  it('has nothing left where spaces are all that changed', () => {
    expect(withoutWhitespaceChanges(diffTexts('a.ts', ' x\n', '  x\n')).hunks).toEqual([]);
  });

  it('of texts that have nothing in common is there in time', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}\n`).join('');
    expect(diffTexts('a', many('a'), many('b'))).toMatchObject({ added: 20_000, removed: 20_000, rough: true });
    expect(diffTexts('a.ts', 'one\n', 'two\n')).toMatchObject({ rough: false });
  });

  it('of texts that are too different keeps what they begin and end with, and is a patch all the same', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`);
    const around = (middle: readonly string[]) =>
      ['1', '2', '3', '4', '5', ...middle, '6', '7', '8', '9'].map((line) => `${line}\n`).join('');
    const [before, after] = [around(many('a')), around(many('b'))];
    const file = diffTexts('a.ts', before, after);
    expect(file).toMatchObject({ added: 20_000, removed: 20_000, rough: true });
    expect(shown(file)?.slice(0, 4)).toEqual(['context 3 3 3', 'context 4 4 4', 'context 5 5 5', 'del 6 - a0']);
    expect(
      shown(file)
        ?.slice(-3)
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['6', '7', '8']);
    expect(applyPatch(before, patchText(file, file.patch))).toBe(after);
    const spaces = withoutWhitespaceChanges(file);
    expect(spaces.rough).toBe(true);
    expect(applyPatch(before, patchText(file, spaces.hunks))).toBe(after);
  });
});

describe('a diff in the store', () => {
  it('is read as it was sent', () => {
    const text = JSON.stringify({ type: 'diff', path: 'a.ts', oldText: 'x\n', newText: 'y\n' });
    expect(readStoredDiff(text)).toMatchObject({ path: 'a.ts', added: 1, removed: 1 });
  });

  it('that is none is shown otherwise', () => {
    expect(readStoredDiff('{"type":"diff"')).toBeNull();
    expect(readStoredDiff('{"type":"diff","path":1,"newText":"y"}')).toBeNull();
  });
});
