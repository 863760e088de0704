import type { AppError } from '@shared/errors';
import type { BlobPiece } from '../readBlob';
import { plainLine } from '../ansiLines';
import { ColourCarry } from './colourCarry';
import { cutRows, LONGEST_ROW } from './cutRows';

/** Rows are remembered by blocks of about so many bytes: only where each begins, so that 50 MB cost 200 numbers. */
const BLOCK_BYTES = 262_144;
/** Blocks whose text is held. */
const HELD = 8;
/** More hits than this nobody goes through. */
export const MOST_HITS = 20_000;

interface Block {
  start: number;
  row: number;
  /** The colours that are in force where it begins. */
  carry: string;
}
export interface Hit {
  row: number;
  column: number;
}
export type ReadBytes = (offset: number, length: number) => Promise<BlobPiece | { error: AppError }>;

/**
 * The rows of a text that stays where it is: read through once for where they begin, and then by blocks, as they are
 * looked at. Never more than a few blocks are held, however long the text is.
 */
export class BlobRows {
  rowCount = 0;
  done = false;
  error: AppError | null = null;
  readonly #read: ReadBytes;
  readonly #changed: () => void;
  readonly #blocks: Block[] = [{ start: 0, row: 0, carry: '' }];
  readonly #held = new Map<number, Promise<readonly string[]>>();
  readonly #ready = new Map<number, readonly string[]>();
  #waiting: (() => void)[] = [];
  #end = 0;
  #closed = false;

  constructor(read: ReadBytes, changed: () => void) {
    this.#read = read;
    this.#changed = changed;
    void this.#scan();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** With the colours that it begins in. Undefined while its block is on its way; asking for it brings it. */
  row(index: number): string | undefined {
    const at = this.#blockOf(index);
    const rows = this.#ready.get(at);
    if (rows === undefined) void this.#load(at);
    return rows?.[index - (this.#blocks[at]?.row ?? 0)];
  }

  /** Rows from one place to another, the last without its end, as plain text. */
  async text(from: Hit, to: Hit): Promise<string> {
    const parts: string[] = [];
    for (let at = this.#blockOf(from.row); at <= this.#blockOf(to.row); at++) {
      const first = this.#blocks[at]?.row ?? 0;
      const rows = (await this.#load(at)).map(plainRow);
      const last = to.row - first;
      if (last < rows.length) rows.length = last + 1;
      if (last < rows.length || last === rows.length - 1) rows[last] = (rows[last] ?? '').slice(0, to.column);
      const begin = from.row - first;
      if (begin >= 0) rows[begin] = (rows[begin] ?? '').slice(from.column);
      parts.push(...rows.slice(Math.max(0, begin)));
    }
    return parts.join('');
  }

  async whole(): Promise<string> {
    await this.#until(() => this.done);
    return this.text({ row: 0, column: 0 }, { row: Math.max(0, this.rowCount - 1), column: Infinity });
  }

  /** Hits in their order, block by block; ends early when `wanted` says no. */
  async find(query: string, found: (hits: readonly Hit[]) => void, wanted: () => boolean): Promise<void> {
    const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
    let count = 0;
    for (let at = 0; wanted() && count < MOST_HITS; at++) {
      await this.#until(() => this.done || this.#blocks.length > at + 1);
      const block = this.#blocks[at];
      if (block === undefined || this.#closed || !wanted()) return;
      const rows = (await this.#load(at)).map(plainRow);
      // A line that goes on in the next block may hold a hit that begins here.
      const goesOn = this.#blocks[at + 1] !== undefined && !(rows.at(-1) ?? '').endsWith('\n');
      const next = goesOn ? plainRow((await this.#load(at + 1))[0] ?? '').slice(0, query.length - 1) : '';
      const hits = hitsIn(rows, next, pattern, block.row).slice(0, MOST_HITS - count);
      count += hits.length;
      if (wanted() && hits.length > 0) found(hits);
    }
  }

  async #scan(): Promise<void> {
    let offset = 0;
    let rowStart = 0;
    const carry = new ColourCarry();
    // Of the row that is not whole yet.
    let rowCarry = '';
    for (;;) {
      const piece = await this.#read(offset, BLOCK_BYTES);
      if (this.#closed) return;
      if ('error' in piece) {
        this.error = piece.error;
        break;
      }
      const { starts, rest } = cutRows(piece.bytes, rowStart - offset);
      let at = 0;
      const carryAt = (place: number): string => {
        if (place < 0) return rowCarry;
        carry.read(piece.bytes, at, place);
        at = place;
        return carry.toString();
      };
      for (const start of starts) this.#begin(start + offset, () => carryAt(start));
      rowCarry = carryAt(rest);
      carry.read(piece.bytes, at, piece.bytes.length);
      rowStart = rest + offset;
      offset += piece.bytes.length;
      this.#end = rowStart;
      if (offset >= piece.total || piece.bytes.length === 0) {
        if (offset > rowStart) this.#begin(rowStart, () => rowCarry);
        this.#end = offset;
        break;
      }
      this.#wake();
    }
    this.done = true;
    this.#wake();
  }

  #begin(start: number, carry: () => string): void {
    const last = this.#blocks.at(-1);
    if (last && start - last.start >= BLOCK_BYTES) {
      this.#blocks.push({ start, row: this.rowCount, carry: carry() });
    }
    this.rowCount += 1;
  }

  #blockOf(row: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#blocks[middle]?.row ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A block that still grows is not held: it would lack its end. */
  #load(at: number): Promise<readonly string[]> {
    const known = this.#held.get(at);
    if (known) {
      this.#held.delete(at);
      this.#held.set(at, known);
      return known;
    }
    const { start, carry } = this.#blocks[at] ?? { start: 0, carry: '' };
    const next = this.#blocks[at + 1];
    const end = next?.start ?? this.#end;
    const loading = this.#rowsOf(start, end, carry).then((rows) => {
      if (this.#held.get(at) !== loading) return rows;
      this.#ready.set(at, rows);
      if (next === undefined && !this.done) this.#held.delete(at);
      this.#changed();
      return rows;
    });
    this.#held.set(at, loading);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD) break;
      this.#held.delete(oldest);
      this.#ready.delete(oldest);
    }
    return loading;
  }

  async #rowsOf(start: number, end: number, carry: string): Promise<readonly string[]> {
    if (end <= start) return [];
    const piece = await this.#read(start, end - start);
    if ('error' in piece) {
      this.error = piece.error;
      return [];
    }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const { starts, rest } = cutRows(piece.bytes, 0);
    if (rest < piece.bytes.length) starts.push(rest);
    const isCut = starts.some((from, index) => (starts[index + 1] ?? piece.bytes.length) - from >= LONGEST_ROW);
    // A call for each row is slow where rows are short, and they nearly always are.
    const rows = isCut
      ? starts.map((from, index) => decoder.decode(piece.bytes.subarray(from, starts[index + 1])))
      : decoder.decode(piece.bytes).split(/(?<=\n)/);
    return carry === '' && !piece.bytes.includes(27) ? rows : withColours(rows, piece.bytes, starts, carry);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
    this.#changed();
  }

  async #until(met: () => boolean): Promise<void> {
    while (!met() && !this.#closed) await new Promise<void>((go) => this.#waiting.push(go));
  }
}

/** Each row behind the colours that it begins in; a sequence that its cut goes through stands in the row after it. */
function withColours(rows: readonly string[], bytes: Uint8Array, starts: readonly number[], before: string): string[] {
  const carry = new ColourCarry(before);
  return rows.map((row, index) => {
    const text = carry.toString() + row;
    if (text.includes('\u001b')) carry.read(bytes, starts[index] ?? bytes.length, starts[index + 1] ?? bytes.length);
    return carry.begun === '' ? text : text.slice(0, -carry.begun.length);
  });
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;:]*m`, 'g');

/** Without colours; its line break stays. */
export function plainRow(row: string): string {
  if (!isMarked(row)) return row;
  // Most have colours and nothing else: reading each with the parser would stop the page.
  const plain = row.replace(COLOURS, '').replace(/\r+\n$/, '\n');
  return isMarked(plain) ? plainLine(plain) : plain;
}

const isMarked = (row: string): boolean => row.includes('\u001b') || row.includes('\r') || row.includes('\b');

function hitsIn(rows: readonly string[], next: string, pattern: RegExp, firstRow: number): Hit[] {
  const starts: number[] = [];
  let length = 0;
  for (const row of rows) {
    starts.push(length);
    length += row.length;
  }
  const hits: Hit[] = [];
  let at = 0;
  for (const match of (rows.join('') + next).matchAll(pattern)) {
    if (match.index >= length) break;
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= match.index) at += 1;
    hits.push({ row: firstRow + at, column: match.index - (starts[at] ?? 0) });
  }
  return hits;
}
