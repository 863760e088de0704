import type { EngineMessage, PageMessage } from '@shared/ipc/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type PortLike } from './client';

/** The engine's end of a real MessageChannel, as far as these tests need it. */
class EngineEnd {
  readonly page: PortLike;
  readonly #port: MessagePort;
  readonly #received: PageMessage[] = [];
  #wanted: { count: number; done: () => void } | undefined;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.page = port1;
    this.#port = port2;
    port2.addEventListener('message', (event: MessageEvent<PageMessage>) => {
      this.#received.push(event.data);
      if (this.#wanted && this.#received.length >= this.#wanted.count) this.#wanted.done();
    });
    port2.start();
  }

  send(message: EngineMessage): void {
    this.#port.postMessage(message);
  }

  close(): void {
    this.#port.close();
  }

  /** The first `count` messages, once they are there. */
  async received(count: number): Promise<PageMessage[]> {
    if (this.#received.length < count) {
      await new Promise<void>((done) => {
        this.#wanted = { count, done };
      });
    }
    return this.#received.slice(0, count);
  }
}

const ends: EngineEnd[] = [];
function engineEnd(): EngineEnd {
  const end = new EngineEnd();
  ends.push(end);
  return end;
}
afterEach(() => {
  for (const end of ends.splice(0)) end.close();
});

describe('the client', () => {
  it('names a call by its group and its own name and gives the answer back', async () => {
    const end = engineEnd();
    const client = createClient();
    client.connect(end.page);
    const answer = client.call.sessions.cancel({ sessionId: 's1' });
    const [call] = await end.received(1);
    expect(call).toMatchObject({ t: 'call', method: 'sessions.cancel', input: { sessionId: 's1' } });
    if (call?.t === 'call') end.send({ t: 'result', id: call.id, result: { ok: true, value: null } });
    expect(await answer).toEqual({ ok: true, value: null });
  });

  it('keeps calls that are made before there is a port', async () => {
    const client = createClient();
    const answer = client.call.agents.detect({});
    const end = engineEnd();
    client.connect(end.page);
    const [call] = await end.received(1);
    expect(call).toMatchObject({ method: 'agents.detect' });
    if (call?.t === 'call')
      end.send({ t: 'result', id: call.id, result: { ok: false, error: { code: 'agent.stopped' } } });
    expect(await answer).toEqual({ ok: false, error: { code: 'agent.stopped' } });
  });

  it('acknowledges a snapshot, and each post that asks for it, after it was handled', async () => {
    const end = engineEnd();
    const client = createClient();
    client.connect(end.page);
    const seen: string[] = [];
    client.subscribe(
      'sessionList',
      {},
      { snapshot: () => seen.push('snapshot'), frames: (f) => seen.push(`${f.length} frames`) },
    );
    const [subscribe] = await end.received(1);
    if (subscribe?.t !== 'subscribe') throw new Error('no subscription');
    const { sub } = subscribe;
    end.send({ t: 'snapshot', sub, post: 1, snapshot: { projects: [], sessions: [], unrouted: [] } });
    end.send({ t: 'frames', posts: [{ sub, post: 2, frames: [{}, {}] }] });
    end.send({ t: 'frames', posts: [{ sub, post: 3, frames: [{}], ask: true }] });
    end.send({ t: 'frames', posts: [{ sub, post: 4, frames: [], ask: true }] });
    expect((await end.received(4)).slice(1)).toEqual([
      { t: 'ack', posts: [{ sub, post: 1 }] },
      { t: 'ack', posts: [{ sub, post: 3 }] },
      { t: 'ack', posts: [{ sub, post: 4 }] },
    ]);
    expect(seen).toEqual(['snapshot', '2 frames', '1 frames']);
  });

  it('acknowledges what was asked for also where a sink fails, so that no stream waits for ever', () => {
    const sent: PageMessage[] = [];
    let receive: ((event: { data: EngineMessage }) => void) | undefined;
    const page: PortLike = {
      postMessage: (message) => sent.push(message),
      close: () => undefined,
      start: () => undefined,
      addEventListener: (type: string, listener: (event: { data: EngineMessage }) => void) => {
        if (type === 'message') receive = listener;
      },
    };
    const client = createClient();
    client.connect(page);
    const fails = () => {
      throw new Error('of this sink alone');
    };
    client.subscribe('sessionList', {}, { snapshot: fails, frames: fails });
    const sub = sent[0]?.t === 'subscribe' ? sent[0].sub : -1;
    const snapshot = { projects: [], sessions: [], unrouted: [] };
    const messages: EngineMessage[] = [
      { t: 'snapshot', sub, post: 1, snapshot },
      { t: 'frames', posts: [{ sub, post: 2, frames: [{}], ask: true }] },
    ];
    for (const data of messages) expect(() => receive?.({ data })).toThrow('of this sink alone');
    expect(sent.slice(1)).toEqual([1, 2].map((post) => ({ t: 'ack', posts: [{ sub, post }] })));
  });

  it('answers open calls with ipc.disconnected when the port closes', async () => {
    const end = engineEnd();
    const client = createClient();
    client.connect(end.page);
    const answer = client.call.sessions.cancel({ sessionId: 's1' });
    await end.received(1);
    end.close();
    expect(await answer).toEqual({ ok: false, error: { code: 'ipc.disconnected' } });
  });

  it('makes every subscription again on a new port and tells that it is connected', async () => {
    const first = engineEnd();
    const client = createClient();
    const connected: boolean[] = [];
    client.onConnection((now) => connected.push(now));
    client.connect(first.page);
    const keep = client.subscribe('session', { sessionId: 's1' }, { snapshot: () => {}, frames: () => {} });
    const drop = client.subscribe('session', { sessionId: 's2' }, { snapshot: () => {}, frames: () => {} });
    drop();
    await first.received(3);
    const second = engineEnd();
    client.connect(second.page);
    expect(await second.received(1)).toMatchObject([
      { t: 'subscribe', stream: 'session', params: { sessionId: 's1' } },
    ]);
    expect(connected).toEqual([true, false, true]);
    keep();
    expect((await second.received(2))[1]).toMatchObject({ t: 'unsubscribe' });
  });

  it('ends a stream that cannot be, and does not ask for it again', async () => {
    const first = engineEnd();
    const client = createClient();
    client.connect(first.page);
    const error = await new Promise((ended) => {
      client.subscribe('session', { sessionId: 'gone' }, { snapshot: () => {}, frames: () => {}, ended });
      void first.received(1).then(([message]) => {
        if (message?.t === 'subscribe') {
          first.send({ t: 'ended', sub: message.sub, error: { code: 'session.unknown', sessionId: 'gone' } });
        }
      });
    });
    expect(error).toEqual({ code: 'session.unknown', sessionId: 'gone' });
    const second = engineEnd();
    client.connect(second.page);
    void client.call.agents.detect({});
    expect(await second.received(1)).toMatchObject([{ t: 'call' }]);
  });
});
