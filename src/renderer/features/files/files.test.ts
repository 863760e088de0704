import { describe, expect, it } from 'vitest';
import { FileRows } from './fileRows';
import { linesOfTokens } from './linesOfTokens';

const END = { row: Infinity, column: Infinity };

describe('a file beside the transcript', () => {
  it('is searched as it is written, in any case', () => {
    expect(new FileRows('a.b\naxb A.B a.b').find('a.b')).toEqual([
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

  it('has a row for each line, however many they are', () => {
    const text = Array.from({ length: 200_000 }, (_, at) => `line ${at}`).join('\n');
    const file = new FileRows(text);
    expect(file.rows.length).toBe(200_000);
    expect(file.rowOf(199_999)).toBe(199_999);
    expect(file.rowOf(400_000)).toBe(199_999);
    expect(file.text({ row: 2, column: 5 }, { row: 4, column: 4 })).toBe('2\nline 3\nline');
  });

  it('has lines of any length as rows that can be laid out, with the numbers, hits and text of the lines', () => {
    const long = `${'x'.repeat(3_999)}😀${'y'.repeat(10_000)}needle`;
    const text = `first\n${long}\n\nlast needle`;
    const file = new FileRows(text);
    expect(Math.max(...file.rows.map(({ length }) => length))).toBeLessThanOrEqual(4000);
    expect(file.rows.filter((row) => /[\uD800-\uDBFF]$/.test(row))).toEqual([]);
    expect(file.rows.map((_, row) => file.lineOf(row))).toEqual([0, 1, 1, 1, 1, 2, 3]);
    expect(file.rows.map((_, row) => file.beginsLine(row))).toEqual([true, true, false, false, false, true, true]);
    expect(file.rows.map((_, row) => file.isWholeLine(row))).toEqual([true, false, false, false, false, true, true]);
    expect(file.rowOf(3)).toBe(6);
    expect(file.lineCount).toBe(4);
    const hits = file.find('NEEDLE');
    expect(hits.map(({ row, column }) => file.rows[row]?.slice(column, column + 6))).toEqual(['needle', 'needle']);
    expect(hits[1]).toEqual({ row: 6, column: 5 });
    expect(file.text({ row: 0, column: 0 }, END)).toBe(text);
    expect(file.text({ row: 1, column: 3_998 }, { row: 2, column: 2 })).toBe('x😀');
  });

  it('that is empty has one empty line', () => {
    expect(new FileRows('').rows).toEqual(['']);
  });
});
