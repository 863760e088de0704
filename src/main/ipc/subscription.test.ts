import { describe, expect, it } from 'vitest';
import { Feed } from '@shared/feed';
import type { EngineMessage } from '@shared/ipc/wire';
import { ManualClock } from '../store/testStore';
import { Outbox } from './outbox';
import { Subscription } from './subscription';

function stream() {
  const clock = new ManualClock();
  const feed = new Feed<unknown>();
  const sent: EngineMessage[] = [];
  let snapshots = 0;
  const outbox = new Outbox((message) => sent.push(message), clock);
  const subscription = new Subscription(
    7,
    feed.source(() => `snapshot ${(snapshots += 1)}`),
    outbox,
  );
  /** What was sent since the last call, frames as one list a post. */
  const news = () =>
    sent.splice(0).flatMap((message) => {
      if (message.t === 'snapshot') return [message.snapshot];
      return message.t === 'frames' ? message.posts.map(({ frames }) => frames) : [];
    });
  const say = (frame: unknown) => {
    feed.publish(frame);
    clock.advance(16);
  };
  return { clock, feed, sent, subscription, say, news };
}

describe('a stream to a page', () => {
  it('begins with a snapshot and goes on with frames', () => {
    const { say, news } = stream();
    say('a');
    expect(news()).toEqual(['snapshot 1', ['a']]);
  });

  it('ends 64 posts ahead of a page that does not acknowledge, and is taken up by a new snapshot', () => {
    const { say, news, subscription } = stream();
    for (let index = 0; index < 200; index += 1) say(index);
    // The snapshot is one of the 64; the last says nothing, and asks how far the page is.
    const told = news();
    expect(told).toHaveLength(65);
    expect(told.at(-1)).toEqual([]);
    say('lost');
    expect(news()).toEqual([]);
    subscription.acknowledge(40);
    expect(news()).toEqual([]);
    subscription.acknowledge(65);
    expect(news()).toEqual(['snapshot 2']);
    say('next');
    expect(news()).toEqual([['next']]);
  });

  it('holds back after a megabyte, and sends one large frame all the same', () => {
    const { say, news, subscription } = stream();
    subscription.acknowledge(1);
    const large = 'x'.repeat(900_000);
    say(large);
    expect(news()).toEqual(['snapshot 1', [large]]);
    say('small');
    expect(news()).toEqual([[]]);
    subscription.acknowledge(3);
    expect(news()).toEqual(['snapshot 2']);
  });

  it('sends a burst piece by piece, each when the page has handled the one before', () => {
    const { clock, feed, sent, subscription } = stream();
    sent.splice(0);
    subscription.acknowledge(1);
    const pieces = Array.from({ length: 7 }, (_, at) => `${at}`.repeat(8_000));
    for (const piece of pieces) feed.publish(piece);
    feed.publish('the end');
    const heard: unknown[] = [];
    for (let post = 2; heard.length < 8; post += 1) {
      clock.advance(1_000);
      // However long it takes: nothing more comes before it says so.
      const [told, ...others] = sent.splice(0).flatMap((message) => (message.t === 'frames' ? message.posts : []));
      expect(others).toEqual([]);
      expect(told).toMatchObject({ post });
      expect(told!.frames.length).toBeLessThanOrEqual(3);
      heard.push(...told!.frames);
      expect(told!.ask === true).toBe(heard.length < 8);
      if (post === 2) feed.publish('and more');
      subscription.acknowledge(post);
    }
    expect(heard).toEqual([...pieces, 'the end', 'and more'].slice(0, heard.length));
    feed.publish('later');
    clock.advance(16);
    expect(sent).toMatchObject([{ t: 'frames', posts: [{ frames: expect.arrayContaining(['later']) }] }]);
  });

  it('gives a burst up for a snapshot where a page that does not read would let it grow beyond 2 MB', () => {
    const { clock, feed, news, subscription } = stream();
    news();
    const piece = 'x'.repeat(10_000);
    for (let at = 0; at < 4; at += 1) feed.publish(piece);
    clock.advance(16);
    expect(news()).toEqual([[piece, piece]]);
    for (let at = 0; at < 200; at += 1) feed.publish(piece);
    clock.advance(1_000);
    expect(news()).toEqual([]);
    subscription.acknowledge(2);
    expect(news()).toEqual(['snapshot 2']);
    feed.publish('next');
    clock.advance(16);
    expect(news()).toEqual([['next']]);
  });

  it('asks to be acknowledged now and then, after much at once, and before it stops', () => {
    const { say, sent, subscription } = stream();
    const asked = () => sent.splice(0).flatMap((message) => (message.t === 'frames' ? message.posts : []));
    for (let index = 0; index < 100; index += 1) {
      say(index);
      for (const { post, ask } of asked()) {
        expect(ask === true).toBe(post % 16 === 0);
        if (ask) subscription.acknowledge(post);
      }
    }
    say('x'.repeat(200_000));
    expect(asked()).toMatchObject([{ ask: true }]);
    for (let index = 0; index < 100; index += 1) say(index);
    expect(asked().at(-1)).toMatchObject({ frames: [], ask: true });
  });

  it('costs nothing once it is closed', () => {
    const { say, news, subscription, feed } = stream();
    news();
    feed.publish('pending');
    subscription.close();
    expect(feed.size).toBe(0);
    say('late');
    expect(news()).toEqual([]);
  });
});
