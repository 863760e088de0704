import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { fail, ok } from '@shared/errors';
import { Feed } from '@shared/feed';
import type { EngineMessage } from '@shared/ipc/wire';
import { invoke, stream } from '@shared/ipc/wire';
import { ManualClock } from '../store/testStore';
import { servePage } from './page';
import { createRouter } from './router';

function page() {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  const feed = new Feed<string>();
  const router = createRouter(
    { words: { shout: invoke<string>()(z.object({ word: z.string() })) } },
    { words: { shout: ({ word }) => Promise.resolve(ok(word.toUpperCase())) } },
    () => undefined,
  );
  const { closed } = servePage(
    {
      postMessage: (message) => port1.postMessage(message),
      onMessage: (listen) => void port1.on('message', listen),
      onClose: (listen) => void port1.on('close', listen),
      close: () => port1.close(),
    },
    router,
    { news: stream<string, string>()(z.object({ about: z.string() })) },
    {
      news: ({ about }) =>
        about === 'nothing'
          ? fail({ code: 'session.unknown', sessionId: about })
          : ok(feed.source(() => `all ${about}`)),
    },
    new ManualClock(),
  );
  const received: EngineMessage[] = [];
  let wake = (): void => undefined;
  port2.on('message', (message: EngineMessage) => {
    received.push(message);
    wake();
  });
  /** The next message, when it is there. */
  const next = async (): Promise<EngineMessage> => {
    while (received.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return received.shift()!;
  };
  return { send: (message: unknown) => port2.postMessage(message), next, closed, feed, port: port2 };
}

describe('a page', () => {
  it('gets answers by the id of its call', async () => {
    const { send, next } = page();
    send({ t: 'call', id: 5, method: 'words.shout', input: { word: 'hey' } });
    expect(await next()).toEqual({ t: 'result', id: 5, result: { ok: true, value: 'HEY' } });
  });

  it('sends what it likes: what is not of the form is dropped, and the next call goes through', async () => {
    const { send, next } = page();
    for (const junk of [
      null,
      7,
      'call',
      {},
      { t: 'call' },
      { t: 'call', id: 'x', method: 'words.shout' },
      { t: 'ack', posts: 1 },
    ])
      send(junk);
    send({ t: 'ack', posts: [{ sub: 99, post: 1 }] });
    send({ t: 'unsubscribe', sub: 99 });
    send({ t: 'call', id: 1, method: 'words.shout', input: { word: 'still here' } });
    expect(await next()).toMatchObject({ t: 'result', id: 1, result: { ok: true } });
  });

  it('is told why a stream cannot be', async () => {
    const { send, next } = page();
    send({ t: 'subscribe', sub: 1, stream: 'nonsense', params: {} });
    expect(await next()).toEqual({ t: 'ended', sub: 1, error: { code: 'ipc.unknownMethod', method: 'nonsense' } });
    send({ t: 'subscribe', sub: 2, stream: 'toString', params: {} });
    expect(await next()).toMatchObject({ t: 'ended', sub: 2 });
    send({ t: 'subscribe', sub: 3, stream: 'news', params: { about: 3 } });
    expect(await next()).toMatchObject({ t: 'ended', sub: 3, error: { code: 'ipc.invalidInput' } });
    send({ t: 'subscribe', sub: 4, stream: 'news', params: { about: 'nothing' } });
    expect(await next()).toMatchObject({ t: 'ended', sub: 4, error: { code: 'session.unknown' } });
  });

  it('that closes its port is listened for no more', async () => {
    const { send, next, feed, closed, port } = page();
    send({ t: 'subscribe', sub: 1, stream: 'news', params: { about: 'it' } });
    expect(await next()).toEqual({ t: 'snapshot', sub: 1, post: 1, snapshot: 'all it' });
    expect(feed.size).toBe(1);
    port.close();
    await closed;
    expect(feed.size).toBe(0);
  });

  it('that opens streams without end is refused', async () => {
    const { send, next, feed } = page();
    for (let sub = 0; sub <= 256; sub += 1) send({ t: 'subscribe', sub, stream: 'news', params: { about: 'it' } });
    let last = await next();
    while (last.t === 'snapshot') last = await next();
    expect(last).toMatchObject({ t: 'ended', sub: 256 });
    expect(feed.size).toBe(256);
  });
});
