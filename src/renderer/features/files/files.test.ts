import { describe, expect, it } from 'vitest';
import { findInLines } from './findInLines';
import { linesOfTokens } from './linesOfTokens';

describe('a file beside the transcript', () => {
  it('is searched as it is written, in any case', () => {
    expect(findInLines(['a.b', 'axb A.B a.b'], 'a.b')).toEqual([
      { row: 0, column: 0 },
      { row: 1, column: 4 },
      { row: 1, column: 8 },
    ]);
  });

  it('has its tokens by line', () => {
    const lines = linesOfTokens(new Uint32Array([0, 0, 2, 5, 0, 4, 6, 1, 7, 0, 1, 2]));
    expect([...lines].map(([line, tokens]) => [line, [...tokens]])).toEqual([
      [0, [0, 0, 2, 5, 0, 4, 6, 1]],
      [7, [7, 0, 1, 2]],
    ]);
  });
});
