import { Styles } from './sgr';

const ESC = '\u001b';
/** What goes back over something that was written. Erasing to the end of a line does that only after one of these. */
const MOVES = new RegExp(`[\\r\\b]|${ESC}(?:\\[(?:[0-9;]*[A-HJPXdfsu]|[12]K)|[78M])`);
const PIECE = new RegExp(
  `${ESC}\\[([0-9;:?<=>]*)(?:([@-~])|[ -/]+[@-~])|${ESC}([78M])|[\\r\\n\\b\\t]|[^${ESC}\\r\\n\\b\\t]+`,
  'gu',
);
const ASCII = /^[\x20-\x7e]+$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const JOINS = /[\p{M}\u200d\u200c]/u;
/**
 * No program means a place farther out: these are numbers like 999 for "the end". Nor does a screen reach farther, so that whoever
 * leaves a line that is longer is no farther out in the other: each of them would be as wide as all that was written.
 */
const FARTHEST = 500;
/** Lines without anything that are kept one after the other, of a screen that was cleared. */
const MOST_EMPTY = 2;

interface Line {
  cells: string[];
  /** The style of each cell, as parameters of a sequence. */
  styles: string[];
  /** So many at its beginning were erased, and not written since: they need not be erased again. */
  blank: number;
}

const emptyLine = (): Line => ({ cells: [], styles: [], blank: 0 });

/**
 * What stands on a terminal after an output that goes back over itself: progress bars, layers that are pulled, spinners. As
 * lines with their colours and without moves. An output that only goes forward is given back as it is.
 */
export function played(output: string): string {
  return MOVES.test(output) ? new Screen(false).play(output) : output;
}

/** The same for a line by itself, of which no other is known: it is left for none. */
export function playedLine(line: string): string {
  return MOVES.test(line) ? new Screen(true).play(line) : line;
}

class Screen {
  readonly #lines: Line[] = [];
  readonly #styles = new Styles();
  #style = '';
  #row = 0;
  #column = 0;
  /** Where the screen begins: what was there before it was cleared is kept above. */
  #top = 0;
  #saved: [row: number, column: number] = [0, 0];
  readonly #oneLine: boolean;

  constructor(oneLine: boolean) {
    this.#oneLine = oneLine;
  }

  play(output: string): string {
    for (const [piece, parameters = '', final = '', short = ''] of output.matchAll(PIECE)) {
      if (final === 'm') {
        this.#styles.apply(parameters);
        this.#style = this.#styles.toString();
      } else if (final !== '') this.#control(final, parameters.split(';').map(Number));
      else if (short !== '') this.#short(short);
      // With a sign between its numbers and its end it is another sequence: `ESC [ SP q` is a form of the cursor.
      else if (!piece.startsWith(ESC)) this.#write(piece);
    }
    return Array.from({ length: Math.max(this.#lines.length, this.#row + 1) }, (_, at) => this.#text(at)).join('\n');
  }

  #write(piece: string): void {
    if (piece === '\n') {
      this.#row += 1;
      this.#column = 0;
    } else if (piece === '\r') this.#column = 0;
    else if (piece === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (piece === '\t') this.#column += 8 - (this.#column % 8);
    else if (ASCII.test(piece)) this.#putAll(piece);
    else for (const character of piece) this.#putOne(character);
  }

  #putOne(piece: string): void {
    if (JOINS.test(piece) && this.#column > 0) {
      const { cells } = this.#lineToWrite(this.#column - 2);
      const at = cells[this.#column - 1] === '' ? this.#column - 2 : this.#column - 1;
      cells[at] = (cells[at] ?? '') + piece;
    } else {
      this.#put(piece);
      if (WIDE.test(piece)) this.#put('');
    }
  }

  /** Nearly all that is written: each letter is one cell. */
  #putAll(letters: string): void {
    const { cells, styles } = this.#lineToWrite();
    const end = this.#column + letters.length;
    if (cells[this.#column] === '' && this.#column > 0) cells[this.#column - 1] = ' ';
    if (cells[end] === '') cells[end] = ' ';
    for (let at = 0; at < letters.length; at++) {
      cells[this.#column + at] = letters.charAt(at);
      styles[this.#column + at] = this.#style;
    }
    this.#column = end;
  }

  #put(cell: string): void {
    const { cells, styles } = this.#lineToWrite();
    // Half of a wide character is none.
    if (cell !== '' && cells[this.#column] === '' && this.#column > 0) cells[this.#column - 1] = ' ';
    if (cell !== '' && cells[this.#column + 1] === '') cells[this.#column + 1] = ' ';
    cells[this.#column] = cell;
    styles[this.#column] = this.#style;
    this.#column += 1;
  }

  #control(final: string, numbers: readonly number[]): void {
    const [first = 0, second = 0] = numbers.map((number) => Math.min(Number.isNaN(number) ? 0 : number, FARTHEST));
    const count = Math.max(1, first);
    if (final === 'A' || final === 'F') this.#move(-count, 0, final === 'F');
    else if (final === 'B' || final === 'E') this.#move(count, 0, final === 'E');
    else if (final === 'C') this.#move(0, count);
    else if (final === 'D') this.#move(0, -count);
    else if (final === 'G') this.#column = count - 1;
    else if (final === 'd') this.#goTo(this.#top + count - 1);
    else if (final === 'H' || final === 'f') {
      this.#goTo(this.#top + count - 1);
      this.#column = Math.max(1, second) - 1;
    } else if (final === 'J') this.#erase(first);
    else if (final === 'K') this.#eraseLine(first);
    else if (final === 'P') this.#cut(this.#column, count);
    else if (final === 'X') this.#blank(this.#column, this.#column + count);
    else if (final === 's') this.#short('7');
    else if (final === 'u') this.#short('8');
  }

  #short(key: string): void {
    if (key === '7') this.#saved = [this.#row, this.#column];
    else if (key === '8') {
      this.#goTo(this.#saved[0]);
      this.#column = this.#saved[1];
    } else this.#move(-1, 0);
  }

  #goTo(row: number): void {
    if (this.#oneLine) return;
    // Only what is written makes an output longer than a screen: moves on moves would make millions of lines of one small text.
    this.#leaveLine(Math.min(row, Math.max(this.#row, this.#lines.length - 1, this.#top + FARTHEST)));
  }

  #leaveLine(row: number): void {
    if (row !== this.#row) this.#column = Math.min(this.#column, FARTHEST);
    this.#row = row;
  }

  #move(rows: number, columns: number, toStart = false): void {
    this.#goTo(Math.max(this.#top, this.#row + rows));
    const farthest = Math.max(this.#column, this.#line().cells.length, FARTHEST);
    this.#column = toStart ? 0 : Math.min(farthest, Math.max(0, this.#column + columns));
  }

  #erase(what: number): void {
    if (what === 0 || this.#oneLine) {
      this.#eraseLine(0);
      this.#lines.length = Math.min(this.#lines.length, this.#row + 1);
    } else if (what >= 2) {
      const row = Math.min(this.#row - this.#top, FARTHEST);
      this.#closeGaps();
      this.#top = this.#lines.length;
      this.#leaveLine(this.#top + row);
    }
  }

  /** A screen that is cleared is kept, but not how far apart things stood on it: cleared again and again it would never end. */
  #closeGaps(): void {
    let kept = this.#top;
    let gap = 0;
    for (let at = this.#top; at < this.#lines.length; at++) {
      const line = this.#lines[at];
      if (line === undefined) continue;
      gap = line.cells.length === 0 ? gap + 1 : 0;
      if (gap <= MOST_EMPTY) this.#lines[kept++] = line;
    }
    this.#lines.length = kept;
    while (this.#lines.at(-1)?.cells.length === 0) this.#lines.pop();
  }

  #eraseLine(what: number): void {
    if (what === 0) this.#cut(this.#column, Infinity);
    else if (what === 1) this.#blank(0, this.#column + 1);
    else this.#cut(0, Infinity);
  }

  #cut(from: number, count: number): void {
    const { cells, styles } = this.#lineToWrite(from);
    cells.splice(from, count);
    styles.splice(from, count);
  }

  #blank(from: number, to: number): void {
    const line = this.#line();
    const { cells, styles } = line;
    const end = Math.min(to, cells.length);
    for (let at = Math.max(from, line.blank); at < end; at++) [cells[at], styles[at]] = [' ', ''];
    if (from <= line.blank) line.blank = Math.max(line.blank, end);
  }

  #line(): Line {
    while (this.#lines.length <= this.#row) this.#lines.push(emptyLine());
    return this.#lines[this.#row] ?? emptyLine();
  }

  #lineToWrite(from = this.#column): Line {
    const line = this.#line();
    line.blank = Math.min(line.blank, from);
    return line;
  }

  #text(row: number): string {
    const { cells, styles } = this.#lines[row] ?? emptyLine();
    let text = '';
    let style = '';
    for (let at = 0; at < cells.length; at++) {
      const own = styles[at] ?? '';
      if (own !== style) text += `${ESC}[0;${own}m`;
      style = own;
      text += cells[at] ?? ' ';
    }
    return style === '' ? text : `${text}${ESC}[0m`;
  }
}
