import { type Hit, MOST_HITS } from '../terminals/viewer/blobRows';

/** A line that is longer is drawn as several rows: one of megabytes would be one row to lay out. */
const LONGEST_ROW = 4000;

/** The rows of a file as they are drawn. Lines are counted from 0 here. */
export class FileRows {
  readonly rows: readonly string[];
  readonly #lines: readonly string[];
  /** By row: its line, and where in the line it begins. Null: every line is a row of its own. */
  readonly #places: { lines: Uint32Array; columns: Uint32Array } | null;

  constructor(text: string) {
    this.#lines = text.split('\n');
    if (this.#lines.every(({ length }) => length <= LONGEST_ROW)) {
      this.rows = this.#lines;
      this.#places = null;
      return;
    }
    const rows: string[] = [];
    const lines: number[] = [];
    const columns: number[] = [];
    for (const [index, line] of this.#lines.entries()) {
      let column = 0;
      do {
        const end = endOfRow(line, column);
        rows.push(line.slice(column, end));
        lines.push(index);
        columns.push(column);
        column = end;
      } while (column < line.length);
    }
    this.rows = rows;
    this.#places = { lines: Uint32Array.from(lines), columns: Uint32Array.from(columns) };
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  lineOf(row: number): number {
    return this.#places === null ? row : (this.#places.lines[row] ?? 0);
  }

  /** Whether the row is a line, or the first of one. */
  beginsLine = (row: number): boolean => this.#places === null || this.#places.columns[row] === 0;

  isWholeLine = (row: number): boolean =>
    this.beginsLine(row) && (row + 1 >= this.rows.length || this.beginsLine(row + 1));

  /** The first row of a line; the last row where there is no such line. */
  rowOf(line: number): number {
    if (this.#places === null) return Math.min(line, this.rows.length - 1);
    const found = this.#places.lines.indexOf(line);
    return found === -1 ? this.rows.length - 1 : found;
  }

  /** As it is written, in any case. */
  find(query: string): Hit[] {
    const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
    const hits: Hit[] = [];
    let row = 0;
    for (const [line, text] of this.#lines.entries()) {
      for (const { index } of text.matchAll(pattern)) {
        row = this.#rowAt(row, line, index);
        hits.push({ row, column: index - (this.#places?.columns[row] ?? 0) });
        if (hits.length >= MOST_HITS) return hits;
      }
    }
    return hits;
  }

  /** From one place to another, without the line breaks that only the drawing makes. */
  text(from: Hit, to: Hit): string {
    let text = '';
    for (let row = from.row; row <= to.row && row < this.rows.length; row++) {
      const whole = this.rows[row] ?? '';
      if (row > from.row && this.beginsLine(row)) text += '\n';
      text += whole.slice(row === from.row ? from.column : 0, row === to.row ? to.column : undefined);
    }
    return text;
  }

  /** The row of a place, looked for from a row that is not after it. */
  #rowAt(from: number, line: number, column: number): number {
    if (this.#places === null) return line;
    const { lines, columns } = this.#places;
    let row = from;
    while ((lines[row] ?? 0) < line) row += 1;
    while (lines[row + 1] === line && (columns[row + 1] ?? 0) <= column) row += 1;
    return row;
  }
}

/** A character of two units is never cut. */
function endOfRow(line: string, from: number): number {
  const end = from + LONGEST_ROW;
  if (end >= line.length) return line.length;
  const unit = line.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end;
}
