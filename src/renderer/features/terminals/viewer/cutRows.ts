/** A row ends after so many bytes though its line goes on: one of megabytes would be one row to lay out. */
export const LONGEST_ROW = 4000;

const LINE_BREAK = 10;

export interface RowCut {
  /** Where rows begin in the bytes; the first is `from`. */
  starts: number[];
  /** Where the row begins that is not whole yet. */
  rest: number;
}

/**
 * The rows of bytes, the first of which begins at `from` (it may be negative: in bytes that came before). The last row
 * is whole only with its line break. A character is never cut.
 */
export function cutRows(bytes: Uint8Array, from: number, longest = LONGEST_ROW): RowCut {
  const starts: number[] = [];
  let start = from;
  let lineBreak = bytes.indexOf(LINE_BREAK);
  for (;;) {
    // Looked for once for each line, not for each row of it.
    if (lineBreak !== -1 && lineBreak < start) lineBreak = bytes.indexOf(LINE_BREAK, start);
    let end = start + longest;
    if (lineBreak >= 0 && lineBreak < end) end = lineBreak + 1;
    else {
      end = Math.max(0, end);
      while (end < bytes.length && isInsideCharacter(bytes[end])) end += 1;
      // A line break just behind the cut belongs to the row before it, or it would be a row of its own.
      if (bytes[end] === LINE_BREAK) end += 1;
      else if (end >= bytes.length) return { starts, rest: start };
    }
    starts.push(start);
    start = end;
  }
}

const isInsideCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
