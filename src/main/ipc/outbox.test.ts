import { describe, expect, it } from 'vitest';
import { Feed } from '@shared/feed';
import type { EngineMessage } from '@shared/ipc/wire';
import { ManualClock } from '../store/testStore';
import { Outbox } from './outbox';
import { Subscription } from './subscription';

function page() {
  const clock = new ManualClock();
  const sent: EngineMessage[] = [];
  const outbox = new Outbox((message) => sent.push(message), clock);
  const subscribe = (sub: number) => {
    const feed = new Feed<unknown>();
    return {
      feed,
      subscription: new Subscription(
        sub,
        feed.source(() => `snapshot ${sub}`),
        outbox,
      ),
    };
  };
  const posts = () => sent.flatMap((message) => (message.t === 'frames' ? [message.posts] : []));
  return { clock, sent, outbox, subscribe, posts };
}

describe('a page’s way out', () => {
  it('carries what all streams said within a frame of the screen in one message', () => {
    const { clock, subscribe, posts } = page();
    const [one, two, silent] = [subscribe(1), subscribe(2), subscribe(3)];
    one.feed.publish('a');
    two.feed.publish('b');
    one.feed.publish('c');
    clock.advance(16);
    expect(posts()).toEqual([
      [
        { sub: 1, post: 2, frames: ['a', 'c'] },
        { sub: 2, post: 2, frames: ['b'] },
      ],
    ]);
    expect(silent.feed.size).toBe(1);
  });

  it('sends no second message within 16 ms, and the rest after them', () => {
    const { clock, subscribe, posts } = page();
    const { feed } = subscribe(1);
    clock.advance(100);
    feed.publish('a');
    clock.advance(0);
    feed.publish('b');
    clock.advance(15);
    expect(
      posts()
        .flat()
        .map(({ frames }) => frames),
    ).toEqual([['a']]);
    clock.advance(1);
    expect(
      posts()
        .flat()
        .map(({ frames }) => frames),
    ).toEqual([['a'], ['b']]);
  });

  it('sends nothing for a stream that ended, and none of the others is held up', () => {
    const { clock, subscribe, posts } = page();
    const [one, two] = [subscribe(1), subscribe(2)];
    one.feed.publish('a');
    two.feed.publish('b');
    one.subscription.close();
    clock.advance(16);
    expect(posts()).toEqual([[{ sub: 2, post: 2, frames: ['b'] }]]);
  });

  it('drops the frames of a stream that is not acknowledged, and sends a snapshot at the next acknowledgement', () => {
    const { clock, sent, subscribe, posts } = page();
    const [hung, other] = [subscribe(1), subscribe(2)];
    for (let frame = 0; frame < 70; frame += 1) {
      hung.feed.publish(frame);
      other.feed.publish(frame);
      clock.advance(16);
      other.subscription.acknowledge(frame + 2);
    }
    const told = posts()
      .flat()
      .filter(({ sub }) => sub === 1);
    expect(told).toHaveLength(64);
    expect(told.at(-1)).toEqual({ sub: 1, post: 65, frames: [], ask: true });
    expect(
      posts()
        .flat()
        .filter(({ sub }) => sub === 2),
    ).toHaveLength(70);
    hung.subscription.acknowledge(65);
    expect(sent.at(-1)).toEqual({ t: 'snapshot', sub: 1, post: 66, snapshot: 'snapshot 1' });
  });
});
