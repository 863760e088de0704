import { StringDecoder } from 'node:string_decoder';

/**
 * The end of an output, bounded in bytes and cut from the start at a character boundary, as terminal/output wants it
 * (acp.md 3.10). Several streams run together in the order in which their chunks arrive.
 */
export class OutputRing {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #truncated = false;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  /** A writer for one stream: it keeps back the bytes of a character that has not arrived whole. */
  writer(): { write(chunk: Buffer): string; end(): string } {
    const decoder = new StringDecoder('utf8');
    const keep = (text: string): string => {
      if (text !== '') this.#append(Buffer.from(text, 'utf8'));
      return text;
    };
    return { write: (chunk) => keep(decoder.write(chunk)), end: () => keep(decoder.end()) };
  }

  toString(): string {
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole.toString('utf8');
  }

  #append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes > this.#limit) {
      this.#truncated = true;
      const first = this.#chunks[0] ?? Buffer.alloc(0);
      const surplus = this.#bytes - this.#limit;
      // A long run of small chunks costs one shift each; a cut inside a chunk moves only its start.
      const cut = surplus >= first.length ? first.length : afterCharacter(first, surplus);
      this.#bytes -= cut;
      if (cut === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(cut);
    }
  }
}

/** The first position from `at` on where a character begins. */
function afterCharacter(bytes: Buffer, at: number): number {
  let position = at;
  while (position < bytes.length && ((bytes[position] ?? 0) & 0xc0) === 0x80) position += 1;
  return position;
}
