import type { ServerResponse } from 'node:http';

/** Answers with one JSON document. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A server-sent event stream that stops quietly when the agent hangs up (it does so on every cancel). */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  }

  get gone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  send(data: unknown, event?: string): void {
    if (this.gone) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }

  /** Calls `each` for every word of `text` (with the space behind it), `delayMs` apart, until done or hung up. */
  async words(text: string, delayMs: number, each: (word: string) => void): Promise<void> {
    for (const word of text.match(/\S+\s*/g) ?? []) {
      if (this.gone) return;
      each(word);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  end(): void {
    if (!this.gone) this.#response.end();
  }
}

let issued = 0;

/** Ids that read well in a log and never repeat in one process: `msg_mock000001`. */
export function mockId(prefix: string): string {
  issued += 1;
  return `${prefix}_mock${String(issued).padStart(6, '0')}`;
}
