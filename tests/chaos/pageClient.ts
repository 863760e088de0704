import type { Page } from '@playwright/test';
import type { Result } from '../../src/shared/errors';
import type { AppContract, AppStreams } from '../../src/shared/ipc/contract';
import type { Client, EngineMessage, PageMessage, ParamsOf, SnapshotOf } from '../../src/shared/ipc/wire';

declare global {
  interface Window {
    chaos?: {
      call: (method: string, input: unknown) => Promise<Result<unknown>>;
      /** As JSON. */
      snapshot: (stream: string, params: unknown) => Promise<string | null>;
    };
  }
}

/** Longer than anything that answers takes. */
const ANSWER_MS = 15_000;

export type StreamSnapshot<N extends keyof AppStreams> = SnapshotOf<AppStreams[N]>;

/**
 * Calls the engine over the very port that the page uses, with numbers that the page does not: the same road as a
 * click, for many deeds at once. `null`: nobody knows what became of it, since page, port or app went away.
 */
export class PageClient {
  readonly #page: Page;
  readonly call: Client<AppContract>;

  private constructor(page: Page) {
    this.#page = page;
    this.call = callsBy((method, input) => this.#call(method, input));
  }

  static async install(page: Page): Promise<PageClient> {
    await within(page.evaluate(installInPage));
    return new PageClient(page);
  }

  async #call(method: string, input: unknown): Promise<Result<unknown>> {
    const asked = this.#page.evaluate(
      ([name, given]) => window.chaos?.call(name, given) ?? Promise.reject(new Error('a new page')),
      [method, input] as const,
    );
    return within(asked).catch(() => DISCONNECTED);
  }

  /** What a stream shows first, now. */
  async snapshot<N extends keyof AppStreams>(
    stream: N,
    params: ParamsOf<AppStreams[N]>,
  ): Promise<StreamSnapshot<N> | null> {
    const asked = this.#page.evaluate(
      ([name, given]) => window.chaos?.snapshot(name, given) ?? Promise.reject(new Error('a new page')),
      [stream, params] as const,
    );
    const text = await within(asked).catch(() => null);
    const snapshot: StreamSnapshot<N> | null = text === null ? null : JSON.parse(text);
    return snapshot;
  }
}

const DISCONNECTED: Result<never> = { ok: false, error: { code: 'ipc.disconnected' } };

/** Is it not known whether the engine did it? */
export const isUnknown = (result: Result<unknown>): boolean => !result.ok && result.error.code === 'ipc.disconnected';

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs in the page. The port is seen when the page sends by it; `ready` makes the page ask for a new one. */
async function installInPage(): Promise<void> {
  if (window.chaos !== undefined) return;
  let port: MessagePort | null = null;
  let nextId = 1_000_000_000;
  const open = new Map<number, (message: EngineMessage | null) => void>();
  const seen = new WeakSet<MessagePort>();
  let connected: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const lose = () => {
    for (const settle of open.values()) settle(null);
    open.clear();
  };
  const watch = (used: MessagePort) => {
    if (seen.has(used)) return;
    seen.add(used);
    lose();
    port = used;
    used.addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => {
      const id = data.t === 'result' ? data.id : data.t === 'frames' ? -1 : data.sub;
      const settle = open.get(id);
      open.delete(id);
      settle?.(data);
    });
    used.addEventListener('close', () => {
      if (port !== used) return;
      port = null;
      lose();
    });
    connected();
  };
  const send: (this: MessagePort, ...given: unknown[]) => void = Object.getOwnPropertyDescriptor(
    MessagePort.prototype,
    'postMessage',
  )?.value;
  Reflect.set(MessagePort.prototype, 'postMessage', function watched(this: MessagePort, ...given: unknown[]) {
    const [message] = given;
    // Others than the page's own port carry other things (React's scheduler).
    if (typeof message === 'object' && message !== null && 't' in message) watch(this);
    Reflect.apply(send, this, given);
  });
  const ask = (id: number, message: PageMessage) =>
    new Promise<EngineMessage | null>((resolve) => {
      if (port === null) return resolve(null);
      open.set(id, resolve);
      Reflect.apply(send, port, [message]);
    });
  window.chaos = {
    async call(method, input) {
      const id = nextId++;
      const answer = await ask(id, { t: 'call', id, method, input });
      return answer?.t === 'result' ? answer.result : { ok: false, error: { code: 'ipc.disconnected' } };
    },
    async snapshot(stream, params) {
      const sub = nextId++;
      const answer = await ask(sub, { t: 'subscribe', sub, stream, params });
      if (port !== null) Reflect.apply(send, port, [{ t: 'unsubscribe', sub } satisfies PageMessage]);
      return answer?.t === 'snapshot' ? JSON.stringify(answer.snapshot) : null;
    },
  };
  window.signalbox.ready();
  await first;
}

function callsBy(invoke: (method: string, input: unknown) => Promise<Result<unknown>>): Client<AppContract> {
  const group = (name: string): unknown =>
    new Proxy({}, { get: (_, call) => (input: unknown) => invoke(`${name}.${String(call)}`, input) });
  const target: Client<AppContract> = Object.create(null);
  return new Proxy(target, { get: (_, name) => group(String(name)) });
}
