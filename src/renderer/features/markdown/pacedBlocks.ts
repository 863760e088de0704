import { emptySplit, type MarkdownBlock, openLength, splitBlocks } from './splitBlocks';

/** An open end up to this long is drawn with each piece of text that comes. */
const LONG = 8_192;
/** A longer one rests so many times as long as drawing it took: it takes a quarter of the page's time, however long it gets. */
const REST = 3;
/** And no longer: a machine that slept in a drawing took hours for it. */
const LONGEST_REST_MS = 3_000;

/**
 * The blocks of a text that streams in. Its last block is read and laid out as a whole whenever it grows, so one of some
 * hundred KB (a paragraph without an empty line, a list, a table) costs more than there is time between two pieces.
 */
export class PacedBlocks {
  #split = emptySplit;
  /** The text that was last asked for. */
  #text = '';
  /** Before it, no more of the text is drawn. */
  #due = -Infinity;

  of(text: string, streaming: boolean, now: number): readonly MarkdownBlock[] {
    this.#text = text;
    const rests = streaming && now < this.#due && text.startsWith(this.#split.text);
    if (!rests) this.#split = splitBlocks(text, this.#split);
    return this.#split.blocks;
  }

  /** What drawing the blocks takes is to be told. */
  get isLong(): boolean {
    return openLength(this.#split) > LONG;
  }

  drew(cost: number, now: number): void {
    this.#due = this.isLong ? now + Math.min(REST * cost, LONGEST_REST_MS) : -Infinity;
  }

  /** How long until what waits may be drawn; null where nothing does. */
  restAt(now: number): number | null {
    return this.#split.text === this.#text ? null : Math.max(0, this.#due - now);
  }
}
