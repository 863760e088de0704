import { describe, expect, it } from 'vitest';
import { filePlace } from './fileLinks';
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
  ])('%s', (href, place) => {
    const target = linkTarget(href);
    expect(target.kind === 'file' && filePlace(target.path)).toEqual(place);
  });
});
