import { beforeEach, describe, expect, it } from 'vitest';
import { dropJump, foundPlace, jumpEnds, useJump, wantPlace } from '../../stores/jump';
import { goBack, type WayBack } from './wayBack';

const PAGE = 200;

/** A session that is read from `first` on; one was reading at its item 40. */
function session(first: number, changed: Partial<WayBack> = {}) {
  const done: string[] = [];
  let read = first;
  const way: WayBack = {
    isOver: () => false,
    bring: () => {
      if (read > 40) return false;
      done.push('there');
      return true;
    },
    missing: () => (read === 0 ? null : read - 40),
    readOlder: () => {
      done.push('page');
      read = Math.max(0, read - PAGE);
      return Promise.resolve();
    },
    jump: () => {
      done.push('jump');
      return Promise.resolve();
    },
    ...changed,
  };
  return { done, back: goBack(way) };
}

beforeEach(dropJump);

describe('the way back to where one was reading', () => {
  it('reads page after page until the place is there, or one went elsewhere', async () => {
    const near = session(500);
    await near.back;
    expect(near.done).toEqual(['page', 'page', 'page', 'there']);
    const left = session(500, { isOver: () => true });
    await left.back;
    expect(left.done).toEqual([]);
  });

  it('goes to a place far back without what is between, and is over only when that is', async () => {
    let isOver = false;
    const { done, back } = session(5000, { jump: () => jumpEnds(wantPlace({ sessionId: 's', ordinal: 40 })) });
    void back.then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    foundPlace({ sessionId: 's', ordinal: 40 });
    await back;
    expect(done).toEqual([]);
  });

  it('is over too where the far place cannot be read, or another one is gone to meanwhile', async () => {
    const jump = () => jumpEnds(wantPlace({ sessionId: 's', ordinal: 40 }));
    const unread = session(5000, { jump });
    dropJump();
    await unread.back;
    const left = session(5000, { jump });
    wantPlace({ sessionId: 's', ordinal: 7 });
    await left.back;
    expect(useJump.getState().wanted?.ordinal).toBe(7);
  });
});
