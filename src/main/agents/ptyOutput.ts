/**
 * The end of a terminal's output, bounded in characters. It is cut at the start of a line where there is one near: a
 * terminal that is fed from the middle of an escape sequence would show its rest as text.
 */
export class PtyOutput {
  readonly #limit: number;
  #text = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(text: string): void {
    this.#text += text;
    // Cut rarely: a slice of all of it for each small chunk would cost its square.
    if (this.#text.length > this.#limit * 2) this.#text = cut(this.#text, this.#limit);
  }

  toString(): string {
    this.#text = cut(this.#text, this.#limit);
    return this.#text;
  }
}

const LOOK_FOR_LINE = 4096;

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const from = text.length - limit;
  const line = text.indexOf('\n', from);
  if (line !== -1 && line - from < LOOK_FOR_LINE) return text.slice(line + 1);
  // Never between the halves of a character.
  const isLowHalf = /^[\udc00-\udfff]/.test(text.slice(from, from + 1));
  return text.slice(isLowHalf ? from + 1 : from);
}
