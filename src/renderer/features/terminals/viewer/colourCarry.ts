import { Styles } from '@shared/terminal/sgr';

const ESC = 27;
const FINAL_M = 0x6d;
/** A sequence that is longer is none: what stands there is text. */
const LONGEST_SEQUENCE = 64;

/**
 * The style that is in force at a place of an output, for reading it from there on: colours go on over line breaks, over the
 * cuts of very long lines, and over the blocks in which it is read.
 */
export class ColourCarry {
  readonly #styles = new Styles();
  /** A sequence that has begun and is not whole yet. */
  #begun = '';

  constructor(before = '') {
    const bytes = new TextEncoder().encode(before);
    this.read(bytes, 0, bytes.length);
  }

  /** The end of what was read that belongs to the sequence that goes on behind it. */
  get begun(): string {
    return this.#begun;
  }

  /** What has to stand before the text that follows for it to look as it does behind what was read. */
  toString(): string {
    const styles = this.#styles.toString();
    return `${styles === '' ? '' : `\u001b[${styles}m`}${this.#begun}`;
  }

  read(bytes: Uint8Array, from: number, to: number): void {
    let at = this.#begun === '' ? from : this.#goOn(bytes, from, to);
    while (at < to) {
      // Of these bytes alone: looking on to the end from each row of a block would cost the square of it.
      const next = bytes.subarray(at, to).indexOf(ESC);
      if (next === -1) return;
      this.#begun = '\u001b';
      at = this.#goOn(bytes, at + next + 1, to);
    }
  }

  #goOn(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      const isWhole = this.#begun.length > 1 && byte >= 0x40 && byte <= 0x7e;
      if (isWhole) {
        if (byte === FINAL_M) this.#styles.apply(this.#begun.slice(2));
        this.#begun = '';
        return at + 1;
      }
      const goesOn = this.#begun.length === 1 ? byte === 0x5b : byte >= 0x20 && byte < 0x40;
      if (!goesOn || this.#begun.length > LONGEST_SEQUENCE) {
        this.#begun = '';
        return at;
      }
      this.#begun += String.fromCharCode(byte);
    }
    return to;
  }
}
