import { StringDecoder } from 'node:string_decoder';

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 200;

/** The last 64 KB and 200 lines of what a process said on stderr. */
export class StderrTail {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  /** Answers the chunk as text; a character that is cut between two chunks comes with the second. */
  push(chunk: Buffer): string {
    const text = this.#decoder.write(chunk);
    this.#text += text;
    // Cut at twice the size, so that a chatty agent does not cost a copy for each chunk.
    if (this.#text.length > 2 * MAX_CHARS) this.#text = this.#text.slice(-MAX_CHARS);
    return text;
  }

  toString(): string {
    const lines = this.#text.slice(-MAX_CHARS).split('\n');
    const keep = lines.at(-1) === '' ? MAX_LINES + 1 : MAX_LINES;
    return lines.slice(-keep).join('\n');
  }
}
