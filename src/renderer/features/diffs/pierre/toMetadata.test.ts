import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diffTexts } from '../fileDiff';
import { findDiffs } from '../findDiffs';

// The library looks for a browser when it is loaded.
beforeAll(() => {
  vi.stubGlobal('navigator', { userAgent: '' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const blocks = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('AC-85 what is found in a tool call is a diff that the library can draw', () => {
  it.each([
    ['places told by a line of the file', blocks('*** Update File: a.py', '@@ def f():', '-  a', '+  b')],
    ['places told by two lines', blocks('*** Update File: a.py', '@@ class A', '@@ def f():', '-  a', '+  b')],
    ['an empty place', blocks('*** Update File: a.py', '@@', '-a', '+b', '*** Add File: n.ts', '+x')],
    ['a deleted file', '--- a/d.ts\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n'],
    ['Windows line ends', '--- a/d.ts\r\n+++ b/d.ts\r\n@@ -1,1 +1,1 @@\r\n-a\r\n+b\r\n'],
    [
      'the end of a file without a line end',
      '--- a/d.ts\n+++ b/d.ts\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n',
    ],
    ['words behind the numbers', '--- a/d.ts\n+++ b/d.ts\n@@ -3,2 +3,2 @@ class A {\n a\n-b\n+c\n'],
  ])('%s', async (_, patch) => {
    const { toMetadata } = await import('./toMetadata');
    const files = findDiffs({ rawInput: { type: 'json', value: { patch } } });
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file.path).toMatch(/^\w+\.\w+$/);
      expect(toMetadata(file, file.patch)?.hunks.length).toBe(file.patch.length);
    }
  });

  it('a text with lines that look like a place of a patch', async () => {
    const { toMetadata } = await import('./toMetadata');
    const file = diffTexts('a.txt', '@@ -1 +1 @@\na\n', '@@ x\n@@ -1 +1 @@\nb\n');
    expect(toMetadata(file, file.patch)).not.toBeNull();
  });
});
