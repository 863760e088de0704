import { type PackedTokens, TOKEN_WIDTH } from './tokenizer';

/**
 * The lines of one code block in the DOM. React owns the `<code>` around them; the lines are ours, because a line that
 * is there stays the same element for the life of the block: text first, colours into it later, nothing moves.
 */
export class CodeLines {
  readonly #root: HTMLElement;
  readonly #lines: { element: HTMLElement; text: string; painted: number }[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  setText(code: string): void {
    const texts = code.split('\n');
    for (const [index, text] of texts.entries()) {
      const shown = index < texts.length - 1 ? `${text}\n` : text;
      const line = this.#lines[index];
      if (line === undefined) this.#add(shown);
      else if (line.text !== shown) {
        // A line that only grows keeps its colours; the new end is plain until its own come.
        if (shown.startsWith(line.text)) line.element.append(shown.slice(line.text.length));
        else line.element.textContent = shown;
        line.text = shown;
        line.painted = -1;
      }
    }
    for (const line of this.#lines.splice(texts.length)) line.element.remove();
  }

  /** `code` is what the tokens were made of: lines that read otherwise by now are left for the next answer. */
  paint(code: string, tokens: PackedTokens): void {
    const texts = code.split('\n');
    let from = 0;
    while (from < tokens.length) {
      const index = tokens[from] ?? 0;
      let to = from;
      while (to < tokens.length && tokens[to] === index) to += TOKEN_WIDTH;
      const line = this.#lines[index];
      const text = texts[index];
      if (line && text !== undefined && line.text.startsWith(text)) {
        const whole = line.text === text || line.text === `${text}\n`;
        if (line.painted < to - from || !whole) paintLine(line.element, line.text, tokens.subarray(from, to));
        line.painted = whole ? to - from : -1;
      }
      from = to;
    }
  }

  #add(text: string): void {
    const element = document.createElement('span');
    element.className = 'code-line';
    element.textContent = text;
    this.#root.append(element);
    this.#lines.push({ element, text, painted: -1 });
  }
}

function paintLine(element: HTMLElement, text: string, tokens: PackedTokens): void {
  const parts: (string | HTMLElement)[] = [];
  let at = 0;
  for (let index = 0; index < tokens.length; index += TOKEN_WIDTH) {
    const start = tokens[index + 1] ?? 0;
    const end = tokens[index + 2] ?? 0;
    if (start > at) parts.push(text.slice(at, start));
    const piece = document.createElement('span');
    piece.className = `tk${tokens[index + 3] ?? 0}`;
    piece.textContent = text.slice(start, end);
    parts.push(piece);
    at = end;
  }
  if (at < text.length) parts.push(text.slice(at));
  element.replaceChildren(...parts);
}
