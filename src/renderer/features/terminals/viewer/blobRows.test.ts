import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiLine, ansiLines } from '../ansiLines';
import type { BlobPiece } from '../readBlob';
import { BlobRows, type Hit } from './blobRows';
import { cutRows } from './cutRows';

/** A store of one text, which counts what of it is asked for. */
function rowsOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const asked: number[] = [];
  const read = (offset: number, length: number): Promise<BlobPiece> => {
    asked.push(length);
    return Promise.resolve({ bytes: bytes.slice(offset, offset + length), total: bytes.length });
  };
  let wake = () => {};
  const rows = new BlobRows(read, () => wake());
  const until = async (met: () => boolean) => {
    while (!met()) await new Promise<void>((go) => (wake = go));
  };
  return { rows, asked, until, bytes };
}

async function find(rows: BlobRows, query: string): Promise<Hit[]> {
  const all: Hit[] = [];
  await rows.find(
    query,
    (hits) => all.push(...hits),
    () => true,
  );
  return all;
}

describe('rows', () => {
  it('end at line breaks, or after the longest row, never inside a character', () => {
    const bytes = new TextEncoder().encode('ab\n鹿鹿鹿鹿\n\nz');
    const { starts, rest } = cutRows(bytes, 0, 4);
    const cuts = [...starts, rest, bytes.length];
    const texts = cuts.slice(0, -1).map((at, index) => new TextDecoder().decode(bytes.subarray(at, cuts[index + 1])));
    expect(texts).toEqual(['ab\n', '鹿鹿', '鹿鹿\n', '\n', 'z']);
  });
});

describe('the colours of a text in the store', () => {
  const ESC = '\u001b';
  const rowAt = async ({ rows, until }: ReturnType<typeof rowsOf>, index: number) => {
    await until(() => rows.done);
    await until(() => rows.row(index) !== undefined);
    return ansiLines(rows.row(index) ?? '')[0] ?? [];
  };

  it('go on from block to block, also where one jumps right into the middle', async () => {
    const plain = Array.from({ length: 40_000 }, (_, at) => `line ${at} ${'x'.repeat(40)}`);
    const lines = plain.with(3, `${ESC}[1;38;5;208m${plain[3]}`).with(30_000, `${ESC}[22m${plain[30_000]}`);
    const text = rowsOf(lines.join('\n'));
    expect(await rowAt(text, 29_000)).toMatchObject([{ text: plain[29_000], fg: 'palette-208', bold: true }]);
    expect(await rowAt(text, 39_999)).toMatchObject([{ text: plain[39_999], fg: 'palette-208', bold: false }]);
    expect(await rowAt(text, 2)).toMatchObject([{ text: plain[2], fg: null }]);
    expect(await text.rows.text({ row: 29_000, column: 0 }, { row: 29_000, column: 10 })).toBe('line 29000');
    expect(await find(text.rows, 'line 29000 x')).toEqual([{ row: 29_000, column: 0 }]);
  });

  it('go on in a line that is cut into rows, wherever the cut goes through a sequence', async () => {
    const sequence = `${ESC}[38;2;1;2;3m`;
    for (let before = 4000 - sequence.length; before <= 4000; before++) {
      const text = rowsOf(`${'y'.repeat(before)}${sequence}${'z'.repeat(9000)}`);
      const rows = [];
      for (let row = 0; row < 4; row++) rows.push(await rowAt(text, row));
      expect(rows.flat().filter(({ text: piece }) => !/^(y+|z+)$/.test(piece))).toEqual([]);
      expect(rows.flat().filter(({ text: piece, fg }) => (fg === '1, 2, 3') !== piece.startsWith('z'))).toEqual([]);
      expect((await text.rows.whole()).length).toBe(before + 9000);
    }
  });

  it('are those that the whole text has, line for line', async () => {
    const pieces = ['[0m', '[m', '[1m', '[2;3m', '[22m', '[31m', '[7m', '[27m', '[4;48;5;9m', '[49m', '[38;2;9;8;7m'];
    const part = constantFrom(...pieces.map((one) => ESC + one), ESC, `${ESC}[2K`, '\n', '\n', 'text', '鹿', 'a\r');
    await assert(
      asyncProperty(array(part, { minLength: 1, maxLength: 40 }), async (parts) => {
        const text = parts.join('');
        const { rows, until } = rowsOf(text);
        const expected = ansiLines(text);
        await until(() => rows.done);
        for (let row = 0; row < rows.rowCount; row++) {
          await until(() => rows.row(row) !== undefined);
          expect(ansiLine(rows.row(row) ?? '')).toEqual(expected[row] ?? []);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a text in the store', () => {
  const line = (at: number) => `\u001b[32mline ${at}\u001b[0m ${'x'.repeat(1380)}\n`;

  it('of 50 MB and 35,000 lines is read by blocks, and only a few of them are held (AC-71)', async () => {
    const { rows, asked, until, bytes } = rowsOf(Array.from({ length: 35_000 }, (_, at) => line(at)).join(''));
    expect(bytes.length).toBeGreaterThan(48_000_000);
    await until(() => rows.rowCount > 0);
    await until(() => rows.row(0) !== undefined);
    expect(rows.row(0)).toBe(line(0));
    expect(asked.length, 'the first rows are there before the rest is read').toBeLessThan(20);
    await until(() => rows.done);
    expect(rows.rowCount).toBe(35_000);
    await until(() => rows.row(34_999) !== undefined);
    expect(rows.row(34_999)).toBe(line(34_999));
    expect(Math.max(...asked)).toBeLessThan(1_048_576);
    const hits = await find(rows, 'LINE 34999 X');
    expect(hits).toEqual([{ row: 34_999, column: 0 }]);
    // The block of the first row has made room for those that were searched.
    expect(rows.row(0)).toBeUndefined();
    expect(await rows.text({ row: 10, column: 5 }, { row: 11, column: 7 })).toBe(`10 ${'x'.repeat(1380)}\nline 11`);
  });

  it('of one line of 60 MB has rows that can be looked at, and hits across them (AC-57)', async () => {
    const text = `${'y'.repeat(3_998)}needle${'z'.repeat(60_000_000)}needle`;
    const { rows, until } = rowsOf(text);
    await until(() => rows.done);
    expect(rows.rowCount).toBe(Math.ceil(text.length / 4000));
    expect(await find(rows, 'needle')).toEqual([
      { row: 0, column: 3_998 },
      { row: rows.rowCount - 1, column: (text.length % 4000) - 6 },
    ]);
    const whole = await rows.whole();
    expect(whole.length).toBe(text.length);
    expect(whole === text).toBe(true);
  });

  it('is copied without its colours, with all of its lines', async () => {
    const { rows } = rowsOf('\u001b[31mred\u001b[0m\n\nplain');
    expect(await rows.whole()).toBe('red\n\nplain');
  });

  it('that is empty has no rows', async () => {
    const { rows, until } = rowsOf('');
    await until(() => rows.done);
    expect(rows.rowCount).toBe(0);
  });

  it('that cannot be read says why', async () => {
    const error = { code: 'file.notFound' as const, path: 'x' };
    let wake = () => {};
    const rows = new BlobRows(
      () => Promise.resolve({ error }),
      () => wake(),
    );
    while (!rows.done) await new Promise<void>((go) => (wake = go));
    expect(rows.error).toEqual(error);
  });
});
