import type { Writable } from 'node:stream';

export interface WriterSink {
  /** Every line handed to the stream, without its newline. */
  onLine(line: string, value: object): void;
  /** The stream takes nothing more: the agent closed its stdin or is gone. Called once. */
  onBroken(error: Error | undefined): void;
}

/**
 * One JSON value a line into an agent's stdin. Order is the order of calls. A promise resolves when the stream takes
 * more (backpressure), or when nobody is left to read: it never rejects, since a vanished agent is told by its exit.
 */
export class NdjsonWriter {
  readonly #stream: Writable;
  readonly #sink: WriterSink;
  #broken = false;
  /** Resolves at the next drain or at the end; shared by all who wait. */
  #room: Promise<void> | undefined;
  #makeRoom: (() => void) | undefined;

  constructor(stream: Writable, sink: WriterSink) {
    this.#stream = stream;
    this.#sink = sink;
    stream.on('error', this.#onBroken);
    stream.once('close', () => this.#onBroken());
    stream.on('drain', this.#onDrain);
  }

  /** Throws only when the value is no JSON (our own mistake). */
  write(value: object): Promise<void> {
    const line = JSON.stringify(value);
    if (this.#broken || !this.#stream.writable) return DONE;
    this.#sink.onLine(line, value);
    if (this.#stream.write(`${line}\n`)) return this.#room ?? DONE;
    this.#room ??= new Promise((resolve) => {
      this.#makeRoom = resolve;
    });
    return this.#room;
  }

  /** Takes no further line; the stream is left to its owner. */
  stop(): void {
    this.#broken = true;
    this.#onDrain();
  }

  readonly #onDrain = (): void => {
    this.#makeRoom?.();
    this.#room = undefined;
    this.#makeRoom = undefined;
  };

  readonly #onBroken = (error?: Error): void => {
    const first = !this.#broken;
    this.stop();
    if (first) this.#sink.onBroken(error);
  };
}

const DONE = Promise.resolve();
