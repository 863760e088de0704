import type { Readable } from 'node:stream';
import { type Fields, isRecord } from '@shared/acp/lenient';
import type { AppError } from '@shared/errors';
import { BlockSplitter, LineTooLong } from './blockSplitter';

/** Bytes that one frame may have. A frame over it ends the connection: it could not be held in memory safely. */
export const FRAME_LIMIT = 64 * 1024 * 1024;

export interface ReaderSink {
  /**
   * A JSON object that is a JSON-RPC message, and its line. `hold` stops the reader, and its stream, before the next
   * line until `release` is called.
   */
  onFrame(message: Fields, line: string): 'next' | 'hold';
  /** A line that is no message: a banner, a log, half of a pretty-printed object. Never fatal (AC-54). */
  onNoise(line: string): void;
  /** The stream is over and every line was given. `error`: it had to be given up. Called once. */
  onEnd(error?: AppError): void;
}

/** One JSON object a line, from a byte stream (AC-56). Starts at once; `stop` is its end. */
export class NdjsonReader {
  readonly #stream: Readable;
  readonly #sink: ReaderSink;
  readonly #splitter: BlockSplitter;
  /** Complete lines not given yet: `#text` from `#at` on. */
  #text = '';
  #at = 0;
  #held = false;
  #ended = false;
  #over = false;

  constructor(stream: Readable, sink: ReaderSink, limit: number = FRAME_LIMIT) {
    this.#stream = stream;
    this.#sink = sink;
    this.#splitter = new BlockSplitter(limit);
    stream.on('data', this.#onData);
    stream.once('end', this.#onEnd);
    stream.once('close', this.#onEnd);
    stream.on('error', this.#onEnd);
  }

  release(): void {
    if (!this.#held || this.#over) return;
    this.#held = false;
    this.#drain();
    if (this.#held) return;
    if (this.#ended) this.#finish();
    else this.#stream.resume();
  }

  /** No line is given after this. The stream is left to its owner, flowing, so that its writer does not block. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#text = '';
    this.#stream.off('data', this.#onData);
    this.#stream.resume();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    try {
      const text = this.#splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      if (text !== undefined) this.#give(text);
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      this.#finish({ code: 'agent.frameTooLarge', bytes: error.bytes, limit: error.limit });
    }
  };

  readonly #onEnd = (): void => {
    if (this.#ended || this.#over) return;
    this.#ended = true;
    const last = this.#splitter.end();
    if (last !== undefined) this.#give(last);
    if (!this.#held) this.#finish();
  };

  #give(text: string): void {
    this.#text = this.#at < this.#text.length ? `${this.#text.slice(this.#at)}\n${text}` : text;
    this.#at = 0;
    this.#drain();
  }

  #drain(): void {
    const text = this.#text;
    while (!this.#held && !this.#over && this.#at < text.length) {
      const newline = text.indexOf('\n', this.#at);
      const end = newline === -1 ? text.length : newline;
      const line = text.slice(this.#at, end);
      this.#at = end + 1;
      if (line.length > 1 || (line !== '' && line !== '\r')) this.#line(line);
    }
    if (this.#at >= text.length) {
      this.#text = '';
      this.#at = 0;
    }
  }

  #line(line: string): void {
    const message = parseMessage(line);
    if (message === undefined) this.#rescue(line);
    else this.#frame(message, line);
  }

  #frame(message: Fields, line: string): void {
    if (this.#sink.onFrame(message, line) === 'next' || this.#over) return;
    this.#held = true;
    this.#stream.pause();
  }

  /** Some agents print colour codes or a prompt without a newline before a message: the message still counts. */
  #rescue(line: string): void {
    const start = line.indexOf('{"jsonrpc"', 1);
    const message = start === -1 ? undefined : parseMessage(line.slice(start));
    if (message === undefined) {
      this.#sink.onNoise(line);
      return;
    }
    if (line.slice(0, start).trim() !== '') this.#sink.onNoise(line.slice(0, start));
    this.#frame(message, line.slice(start));
  }

  #finish(error?: AppError): void {
    if (this.#over) return;
    this.stop();
    this.#sink.onEnd(error);
  }
}

const OPENING_BRACE = 0x7b;

function parseMessage(line: string): Fields | undefined {
  if (line.charCodeAt(0) !== OPENING_BRACE && !line.trimStart().startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRecord(value) && isMessage(value) ? value : undefined;
}

/** A log line in JSON is noise too: a message has a method, or an id with a result or an error. */
function isMessage(value: Fields): boolean {
  if (typeof value['method'] === 'string') return true;
  if (value['id'] === undefined) return false;
  return value['jsonrpc'] === '2.0' || 'result' in value || 'error' in value;
}
