/**
 * Cuts a byte stream at newlines (byte 0x0A, which no other UTF-8 character contains) and gives the text of all lines
 * that are complete, decoded in one go: one call a chunk instead of one a line is a third of the reader's time.
 * An unfinished line is kept as a list of chunks, so that a long one is copied once and not once per chunk.
 */
export class BlockSplitter {
  readonly #limit: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  /** `limit`: bytes that one line may have. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes of the unfinished line. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Every line finished by this chunk, joined by newlines, without the last newline; undefined when none was. */
  push(chunk: Buffer): string | undefined {
    const first = chunk.indexOf(NEWLINE);
    if (first === -1) {
      this.#keep(chunk);
      return undefined;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    const head = this.#take(chunk.subarray(0, first));
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1));
    return first === last ? head : `${head}\n${chunk.toString('utf8', first + 1, last)}`;
  }

  /** The last line, where the stream ended without a newline. */
  end(): string | undefined {
    return this.#pendingBytes === 0 ? undefined : this.#take(EMPTY);
  }

  #keep(chunk: Buffer): void {
    const bytes = this.#pendingBytes + chunk.length;
    if (bytes > this.#limit) {
      this.#pending = [];
      this.#pendingBytes = 0;
      throw new LineTooLong(bytes, this.#limit);
    }
    this.#pending.push(chunk);
    this.#pendingBytes = bytes;
  }

  #take(rest: Buffer): string {
    if (this.#pendingBytes === 0) return rest.toString('utf8');
    this.#keep(rest);
    const line = Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    return line.toString('utf8');
  }
}

export class LineTooLong extends Error {
  readonly bytes: number;
  readonly limit: number;

  constructor(bytes: number, limit: number) {
    super(`a line of ${bytes} bytes, over the limit of ${limit}`);
    this.name = 'LineTooLong';
    this.bytes = bytes;
    this.limit = limit;
  }
}

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);
