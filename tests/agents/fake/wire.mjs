import { existsSync } from 'node:fs';
import { record } from './record.mjs';

/** An error that is answered as it is. */
export class RpcError extends Error {
  constructor(/** @type {number} */ code, /** @type {string} */ message, /** @type {unknown} */ data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Newline-delimited JSON-RPC over two byte streams, with every fault that the tests ask for. */
export class Wire {
  #out;
  #in;
  #queue = Promise.resolve();
  #frames = 0;
  #nextId;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: unknown) => void}>} */
  #pending = new Map();
  #end = () => {};

  constructor(
    /** @type {NodeJS.ReadableStream} */ input,
    /** @type {NodeJS.WritableStream} */ output,
    /** @type {import('./config.mjs').Config} */ config,
  ) {
    this.#in = input;
    this.#out = output;
    this.config = config;
    this.#nextId = config.firstRequestId;
    /** Settles at the end of stdin. @type {Promise<void>} */
    this.ended = new Promise((resolve) => (this.#end = resolve));
    // The client may be gone first; a fake that dies of EPIPE would hide what the test looks for.
    output.on('error', () => {});
  }

  /** Starts reading. The agent has `request(method, params, id)` and `notification(method, params)`. */
  listen(/** @type {{request: Function, notification: Function}} */ agent) {
    let rest = Buffer.alloc(0);
    this.#in.on('data', (/** @type {Buffer} */ chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
        this.#line(rest.subarray(0, at).toString('utf8'), agent);
        rest = rest.subarray(at + 1);
      }
    });
    this.#in.on('end', () => this.#end());
  }

  #line(/** @type {string} */ line, /** @type {{request: Function, notification: Function}} */ agent) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      record({ raw: line });
      return;
    }
    record({ in: message });
    if (message.method === undefined) this.#response(message);
    else if (message.id === undefined) agent.notification(message.method, message.params);
    else void this.#request(message, agent);
  }

  async #request(/** @type {any} */ { id, method, params }, /** @type {{request: Function}} */ agent) {
    // Cursor drops a cancel that is a request; so does the fake, and tells the test.
    if (method === 'session/cancel') {
      record({ event: 'violation', what: 'session/cancel was sent as a request' });
      return;
    }
    try {
      const result = await agent.request(method, params ?? {}, id);
      if (result !== DEFERRED) await this.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const known = error instanceof RpcError;
      const code = known ? error.code : -32603;
      await this.send({
        jsonrpc: '2.0',
        id,
        error: {
          code,
          message: error instanceof Error ? error.message : String(error),
          data: known ? error.data : undefined,
        },
      });
    }
  }

  #response(/** @type {any} */ { id, result, error }) {
    const waiting = this.#pending.get(id);
    if (!waiting) {
      record({ event: 'violation', what: 'an answer to no request', id });
      return;
    }
    this.#pending.delete(id);
    if (error) waiting.reject(new RpcError(error.code, error.message, error.data));
    else waiting.resolve(result);
  }

  /** Sends a request; `id` is set before the answer comes, for `withdraw`. */
  request(/** @type {string} */ method, /** @type {object} */ params) {
    const id = this.#nextId++;
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    answer.catch(() => {});
    record({ asked: { id, method } });
    void this.send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  withdraw(/** @type {number} */ requestId) {
    return this.notify('$/cancel_request', { requestId });
  }

  notify(/** @type {string} */ method, /** @type {object} */ params) {
    return this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends one frame; settles when the pipe has taken it. */
  send(/** @type {object} */ message) {
    return this.sendAll([message]);
  }

  /** Several frames in one write. */
  sendAll(/** @type {object[]} */ messages) {
    const { crlf, emptyLines, noiseEvery } = this.config;
    let text = '';
    for (const message of messages) {
      this.#frames += 1;
      if (noiseEvery && this.#frames % noiseEvery === 0) text += `\u001b[33m[log]\u001b[0m {frame ${this.#frames}}\n`;
      if (emptyLines) text += '\n';
      text += JSON.stringify(message) + (crlf ? '\r\n' : '\n');
    }
    return this.#write(text);
  }

  /** A line that is no frame. */
  raw(/** @type {string} */ line) {
    return this.#write(`${line}\n`);
  }

  endOutput() {
    return this.flushed().then(() => this.#out.end());
  }

  /** Settles when everything so far is written. */
  flushed() {
    return this.#queue;
  }

  #write(/** @type {string} */ text) {
    const { splitBytes } = this.config;
    this.#queue = this.#queue.then(async () => {
      if (!splitBytes) return this.#take(text);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += splitBytes) {
        await this.#take(bytes.subarray(at, at + splitBytes));
        // A turn of the loop between two pieces, so that the reader gets them one by one.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    return this.#queue;
  }

  /** @returns {Promise<void> | void} */
  #take(/** @type {string | Uint8Array} */ data) {
    if (this.#out.write(data)) return;
    const out = this.#out;
    return new Promise((resolve) => {
      const go = () => {
        out.off('drain', go).off('close', go);
        resolve();
      };
      out.on('drain', go).on('close', go);
    });
  }
}

/** Returned by a handler that has answered, or will never answer, by itself. */
export const DEFERRED = Symbol('deferred');

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until the test has made this file, if it is to be waited for. @param {string | undefined} file */
export async function isThere(file) {
  if (file === undefined) return;
  while (!existsSync(file)) await sleep(10);
}
