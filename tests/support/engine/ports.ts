import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { EngineMessage, PageMessage } from '@shared/ipc/wire';
import type { Port } from '../../../src/main/ipc/port';
import type { PortLike } from '../../../src/renderer/ipc/client';

/** The page's end of something that carries messages, in the shape of the browser's MessagePort. */
export class PageEnd implements PortLike {
  readonly #carrier: Carrier;

  constructor(carrier: Carrier) {
    this.#carrier = carrier;
  }

  postMessage(message: PageMessage): void {
    this.#carrier.post(message);
  }

  close(): void {
    this.#carrier.close();
  }

  addEventListener(type: 'message', listener: (event: { data: EngineMessage }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
  addEventListener(type: 'message' | 'close', listener: (event: { data: EngineMessage }) => void): void {
    // The close event carries nothing, and its listeners read nothing.
    if (type === 'message') this.#carrier.onMessage((data) => listener({ data }));
    else this.#carrier.onClose(() => listener({ data: { t: 'ended', sub: 0, error: { code: 'ipc.disconnected' } } }));
  }

  start(): void {
    this.#carrier.start();
  }
}

export interface Carrier {
  post(message: PageMessage): void;
  onMessage(listen: (message: EngineMessage) => void): void;
  onClose(listen: () => void): void;
  start(): void;
  close(): void;
}

/** A real MessageChannel: the engine's end and the page's. */
export function channel(): { engine: Port; page: PageEnd } {
  const { port1, port2 } = new MessageChannel();
  return {
    engine: portOf(port1),
    page: new PageEnd({
      post: (message) => port2.postMessage(message),
      onMessage: (listen) => void port2.on('message', listen),
      onClose: (listen) => void port2.on('close', listen),
      start: () => port2.start(),
      close: () => port2.close(),
    }),
  };
}

export function portOf(port: MessagePort): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listen) => void port.on('message', listen),
    onClose: (listen) => void port.on('close', listen),
    close: () => port.close(),
  };
}
