import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type CancellationStrategy,
  CancellationReceiverStrategy,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';
import type { NdjsonWriter } from './ndjson/writer';

/** vscode-jsonrpc's reader, fed by hand: the connection decides what goes through it and when. */
export class HandFedReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;

  feed(message: Message): void {
    this.#callback?.(message);
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => (this.#callback = undefined) };
  }
}

export class LineWriter extends AbstractMessageWriter {
  readonly #lines: NdjsonWriter;
  readonly #onWritten: (message: Message) => void;

  constructor(lines: NdjsonWriter, onWritten: (message: Message) => void) {
    super();
    this.#lines = lines;
    this.#onWritten = onWritten;
  }

  write(message: Message): Promise<void> {
    const room = this.#lines.write(message);
    this.#onWritten(message);
    return room;
  }

  end(): void {
    this.#lines.stop();
  }
}

/** Our own cancellations leave in ACP's spelling. */
export const acpCancellation: CancellationStrategy = {
  receiver: CancellationReceiverStrategy.Message,
  sender: {
    sendCancellation: (connection, requestId) => connection.sendNotification('$/cancel_request', { requestId }),
    cleanup: () => undefined,
  },
};
