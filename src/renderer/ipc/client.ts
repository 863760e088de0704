import type { AppError, Result } from '@shared/errors';
import type { AppContract, AppStreams } from '@shared/ipc/contract';
import type { Client, EngineMessage, FrameOf, PageMessage, ParamsOf, SnapshotOf } from '@shared/ipc/wire';

/** What the client needs of a MessagePort; a Node port in tests has the same shape. */
export interface PortLike {
  postMessage(message: PageMessage): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: EngineMessage }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
  start(): void;
}

/** `frames` come in one batch a post. Both a first and every later snapshot replace what was known. */
export interface StreamSink<S, F> {
  snapshot(snapshot: S): void;
  frames(frames: readonly F[]): void;
  /** The stream cannot be (an unknown session). Nothing more comes, also not after a reconnection. */
  ended?(error: AppError): void;
}

export type StreamName = keyof AppStreams;

export interface EngineClient {
  readonly call: Client<AppContract>;
  /** Returns its own end. Lives on over reconnections: each brings a new snapshot. */
  subscribe<N extends StreamName>(
    stream: N,
    params: ParamsOf<AppStreams[N]>,
    sink: StreamSink<SnapshotOf<AppStreams[N]>, FrameOf<AppStreams[N]>>,
  ): () => void;
  /** A port to the engine, the first or a new one: every subscription is made again on it. */
  connect(port: PortLike): void;
  onConnection(listener: (connected: boolean) => void): () => void;
}

interface Subscription {
  stream: string;
  params: unknown;
  sink: StreamSink<unknown, unknown>;
}

type Settle = (result: Result<unknown>) => void;

/**
 * The page's end of the one MessagePort. Calls made while there is no port wait for the next one; calls that were on
 * the road when a port closed answer `ipc.disconnected`, since nobody knows whether they were done.
 */
export function createClient(): EngineClient {
  let port: PortLike | null = null;
  let nextId = 1;
  const calls = new Map<number, Settle>();
  const waiting: { method: string; input: unknown; settle: Settle }[] = [];
  const subscriptions = new Map<number, Subscription>();
  const listeners = new Set<(connected: boolean) => void>();

  const tell = (connected: boolean) => {
    for (const listener of listeners) listener(connected);
  };

  const lose = () => {
    if (port === null) return;
    port.close();
    port = null;
    const open = [...calls.values()];
    calls.clear();
    for (const settle of open) settle({ ok: false, error: { code: 'ipc.disconnected' } });
    tell(false);
  };

  const send = (to: PortLike, method: string, input: unknown, settle: Settle) => {
    const id = nextId++;
    calls.set(id, settle);
    to.postMessage({ t: 'call', id, method, input });
  };

  const invoke = (method: string, input: unknown) =>
    new Promise<Result<unknown>>((settle) => {
      if (port === null) waiting.push({ method, input, settle });
      else send(port, method, input, settle);
    });

  const receive = (message: EngineMessage, from: PortLike) => {
    switch (message.t) {
      case 'result': {
        const settle = calls.get(message.id);
        calls.delete(message.id);
        settle?.(message.result);
        return;
      }
      case 'snapshot': {
        const subscription = subscriptions.get(message.sub);
        if (subscription === undefined) return;
        try {
          subscription.sink.snapshot(message.snapshot);
        } finally {
          from.postMessage({ t: 'ack', posts: [{ sub: message.sub, post: message.post }] });
        }
        return;
      }
      case 'frames': {
        const known = message.posts.filter(({ sub }) => subscriptions.has(sub));
        try {
          for (const { sub, frames } of known) if (frames.length > 0) subscriptions.get(sub)?.sink.frames(frames);
        } finally {
          // What fails in one stream must not keep the others from being sent more.
          const asked = known.filter(({ ask }) => ask);
          if (asked.length > 0) from.postMessage({ t: 'ack', posts: asked.map(({ sub, post }) => ({ sub, post })) });
        }
        return;
      }
      case 'ended': {
        const subscription = subscriptions.get(message.sub);
        subscriptions.delete(message.sub);
        subscription?.sink.ended?.(message.error);
      }
    }
  };

  return {
    call: callsBy(invoke),
    subscribe(stream, params, sink) {
      const sub = nextId++;
      // The contract ties stream, params and sink together; behind this line they are opaque.
      subscriptions.set(sub, { stream, params, sink });
      port?.postMessage({ t: 'subscribe', sub, stream, params });
      return () => {
        if (subscriptions.delete(sub)) port?.postMessage({ t: 'unsubscribe', sub });
      };
    },
    connect(next) {
      lose();
      port = next;
      next.addEventListener('message', (event) => {
        if (port === next) receive(event.data, next);
      });
      next.addEventListener('close', () => {
        if (port === next) lose();
      });
      next.start();
      for (const [sub, { stream, params }] of subscriptions) next.postMessage({ t: 'subscribe', sub, stream, params });
      for (const { method, input, settle } of waiting.splice(0)) send(next, method, input, settle);
      tell(true);
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `call.sessions.prompt(input)` becomes the method `sessions.prompt`: no list of names to keep, and no zod in the page. */
function callsBy(invoke: (method: string, input: unknown) => Promise<Result<unknown>>): Client<AppContract> {
  const group = (name: string): unknown =>
    new Proxy({}, { get: (_, call) => (input: unknown) => invoke(`${name}.${String(call)}`, input) });
  const target: Client<AppContract> = Object.create(null);
  return new Proxy(target, { get: (_, name) => group(String(name)) });
}
