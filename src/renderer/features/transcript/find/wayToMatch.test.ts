import { findPattern } from '@shared/session/findText';
import { describe, expect, it } from 'vitest';
import { message } from '../../../../../tests/support/messages';
import { type FrameOfMatch, WayToMatch } from './wayToMatch';

const at = { ordinal: 3, index: 0, of: 1 };
/** Long after whoever types has stopped. */
const LATER = 1_000;
const MANY = 500;

/** Frames like `seen` until the way is at its end, `most` at most; what was done in them. */
function walk(way: WayToMatch, seen: Partial<FrameOfMatch>, most = MANY) {
  const done: string[] = [];
  const note = (name: string) => (): undefined => {
    done.push(name);
  };
  const frame: FrameOfMatch = {
    hasRow: true,
    isDrawn: true,
    now: LATER,
    ask: note('ask'),
    isReading: () => false,
    bring: () => true,
    leaveEnd: note('leave'),
    uncover: () => false,
    markRow: note('mark'),
    ...seen,
  };
  let frames = 0;
  let isOver = false;
  while (!isOver && frames < most) {
    frames += 1;
    isOver = way.step(frame);
  }
  return { frames, isOver, done };
}

const way = () => new WayToMatch(at, 'pear', false, 0);

describe('the way to a match', () => {
  it('is another one for another match, text or case of letters', () => {
    const one = way();
    expect(one.leadsTo(at, 'pear', false)).toBe(true);
    expect(one.leadsTo(at, 'pear', true)).toBe(false);
    expect(one.leadsTo(at, 'pea', false)).toBe(false);
    expect(one.leadsTo({ ...at, index: 1 }, 'pear', false)).toBe(false);
  });

  it('is at its end once the match was in view for three frames in a row, and leaves the end once to bring it there', () => {
    expect(walk(way(), {})).toEqual({ frames: 3, isOver: true, done: [] });
    const one = way();
    walk(one, {}, 2);
    expect(walk(one, { bring: () => false }, 2)).toEqual({ frames: 2, isOver: false, done: ['leave'] });
    expect(walk(one, {}).frames).toBe(3);
  });

  it('gives a match up that nothing brings into view, and a row that is never drawn, which is asked for once', () => {
    expect(walk(way(), { bring: () => false })).toEqual({ frames: 41, isOver: true, done: ['leave'] });
    expect(walk(way(), { hasRow: false })).toEqual({ frames: 41, isOver: true, done: ['ask'] });
  });

  it('waits for a row that is read from far away as long as that takes, and as long as ever once it is read', () => {
    const one = way();
    expect(walk(one, { hasRow: false, isReading: () => true })).toMatchObject({ frames: MANY, isOver: false });
    expect(walk(one, { hasRow: false }, 40)).toMatchObject({ isOver: false, done: [] });
  });

  it('opens nothing while somebody types, then one part every eight frames', () => {
    let opened = 0;
    const uncover = () => (opened += 1) > 0;
    const one = way();
    walk(one, { isDrawn: false, now: 349, uncover });
    expect(opened).toBe(0);
    walk(one, { isDrawn: false, uncover }, 17);
    expect(opened).toBe(3);
  });

  it('looks for what was opened as long as for anything else: each step begins that time anew', () => {
    const one = way();
    walk(one, { isDrawn: false, uncover: () => true }, 193);
    expect(walk(one, { bring: () => false })).toMatchObject({ frames: 41, isOver: true });
  });

  it('takes the row for what was found where there is nothing to open, ten frames later', () => {
    expect(walk(way(), { isDrawn: false })).toEqual({ frames: 11, isOver: true, done: ['ask', 'mark'] });
  });

  it('opens 150 parts at most, and then takes the row for what was found', () => {
    let opened = 0;
    const { isOver, done } = walk(way(), { isDrawn: false, uncover: () => (opened += 1) > 0 }, 5_000);
    expect(opened).toBe(150);
    expect([isOver, done]).toEqual([true, ['ask', 'mark']]);
  });

  it('goes on over other rows with what it has counted, and begins anew once the match was shown', () => {
    const one = way();
    walk(one, { hasRow: false }, 30);
    expect(walk(one, { hasRow: false })).toEqual({ frames: 11, isOver: true, done: [] });
    one.rest();
    expect(walk(one, { hasRow: false })).toEqual({ frames: 41, isOver: true, done: ['ask'] });
  });

  it('knows the match as its item is now', () => {
    const one = way();
    const pattern = findPattern('pear', false)!;
    const first = one.wantedIn(message(3, 'a pear'), pattern);
    expect(first).toMatchObject({ line: 'a pear', count: 1 });
    const grown = message(3, 'a pear and a pear');
    expect(one.wantedIn(grown, pattern)).toMatchObject({ line: 'a pear and a pear', count: 2 });
    expect(one.wantedIn(grown, pattern)).toBe(one.wantedIn(grown, pattern));
    expect(one.wantedIn(null, pattern)).toBeNull();
  });
});
