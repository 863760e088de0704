import { describe, expect, it } from 'vitest';
import { placeText } from './fileLinks';
import { linkTarget } from './safeLink';

describe('a file that an answer names', () => {
  it.each([
    ['src/a.ts', { path: 'src/a.ts' }],
    ['src/a.ts:12', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts:12:5', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts:12-20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts#L12', { path: 'src/a.ts', line: 12 }],
    ['src/a.ts#L12-L20', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['src/a.ts#L12C3-L20C9', { path: 'src/a.ts', line: 12, endLine: 20 }],
    ['/home/u/a%20b.ts:7', { path: '/home/u/a b.ts', line: 7 }],
    ['file:///home/u/a.ts#L7', { path: '/home/u/a.ts', line: 7 }],
    ['a.ts:20-12', { path: 'a.ts', line: 20 }],
    ['a.ts:0', { path: 'a.ts' }],
    ['README.md#usage', { path: 'README.md' }],
    ['a.ts:12–20', { path: 'a.ts', line: 12, endLine: 20 }],
    ['a.ts:L12-L20', { path: 'a.ts', line: 12, endLine: 20 }],
    ['a.ts:12:5-14:2', { path: 'a.ts', line: 12, endLine: 14 }],
    ['a.ts#12', { path: 'a.ts', line: 12 }],
    ['src/a.ts(12,5)', { path: 'src/a.ts', line: 12 }],
    ['src/a(1).ts', { path: 'src/a(1).ts' }],
    ['源码/文件.ts:3', { path: '源码/文件.ts', line: 3 }],
    ['src/C%23/a%3A1.cs:4', { path: 'src/C#/a:1.cs', line: 4 }],
    ['src/c#/a.cs#L4', { path: 'src/c#/a.cs', line: 4 }],
    ['notes%20%23L3.md', { path: 'notes #L3.md' }],
    [String.raw`C:\Users\u\a b.ts:12`, { path: String.raw`C:\Users\u\a b.ts`, line: 12 }],
    ['C:/Users/u/a.ts#L5-L9', { path: 'C:/Users/u/a.ts', line: 5, endLine: 9 }],
    ['file:///C:/Users/u/a%20b.ts#L5', { path: 'C:/Users/u/a b.ts', line: 5 }],
    ['file://localhost/home/u/a.ts', { path: '/home/u/a.ts' }],
    ['vscode://file/home/u/a.ts:3:1', { path: '/home/u/a.ts', line: 3 }],
    ['cursor://file/C:/u/a.ts:3', { path: 'C:/u/a.ts', line: 3 }],
  ])('%s', (href, place) => {
    expect(linkTarget(href)).toEqual({ kind: 'file', ...place });
  });

  it('is told with its lines as one reads them', () => {
    expect(placeText({ path: 'a.ts' })).toBe('a.ts');
    expect(placeText({ path: 'a.ts', line: 3 })).toBe('a.ts:3');
    expect(placeText({ path: 'a.ts', line: 3, endLine: 9 })).toBe('a.ts:3–9');
  });
});
