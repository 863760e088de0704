import { describe, expect, it } from 'vitest';
import { ReachedEnd } from './reachedEnd';

/** A list that grows by 20 pixels in each frame of 16 ms, from 1000 on; and how long it is at a time. */
const endAt = (time: number): number => 1000 + 20 * Math.floor(time / 16);
function growing(until: number): ReachedEnd {
  const reached = new ReachedEnd();
  for (let time = 0; time <= until; time += 16) reached.is(endAt(time), time);
  return reached;
}

describe('whether somebody has come to the end of a list that grows', () => {
  it('is where a key went to the end as it was when it was pressed', () => {
    const reached = growing(3000);
    reached.pressed(2600, 0);
    expect(reached.isMet(endAt(2600), 3000, 0)).toBe(true);
    // One frame's growth short of it: the browser itself may have known so much less.
    expect(reached.isMet(endAt(2590), 3000, 0)).toBe(true);
    expect(reached.isMet(endAt(2600) - 400, 3000, 0)).toBe(false);
  });

  it('is not where the key is long over, or something else scrolls since then', () => {
    const reached = growing(5000);
    reached.pressed(2600, 0);
    expect(reached.isMet(endAt(2600), 5000, 0)).toBe(false);
    reached.pressed(4600, 0);
    reached.forget();
    expect(reached.isMet(endAt(4600), 5000, 0)).toBe(false);
  });

  it('is where the bar or a finger follows the end, without anything that was pressed', () => {
    const reached = growing(3000);
    expect(reached.isMet(endAt(2930), 3000, 0)).toBe(true);
    expect(reached.isMet(endAt(2800), 3000, 0)).toBe(false);
  });

  it('counts frames where they are slow', () => {
    const reached = new ReachedEnd();
    for (const [at, end] of [
      [0, 1000],
      [300, 1100],
      [600, 1200],
      [900, 1300],
    ] as const) {
      reached.is(end, at);
    }
    expect(reached.isMet(1100, 1010, 0)).toBe(true);
    expect(reached.isMet(1000, 1010, 0)).toBe(false);
  });

  it('is not where the list ended before it grew, once that is a while ago', () => {
    const reached = new ReachedEnd();
    reached.is(1000, 0);
    // A card that is drawn in two steps.
    reached.is(1100, 20);
    reached.is(1300, 60);
    reached.pressed(900, 0);
    expect(reached.isMet(1100, 910, 0)).toBe(false);
    expect(reached.isMet(1298, 910, 0)).toBe(true);
  });

  it('is not where one stood already, behind the end that the list had a moment before', () => {
    const reached = new ReachedEnd();
    reached.is(1000, 0);
    reached.is(1300, 20);
    // The end was followed until the card was taller than the view.
    reached.pressed(60, 1000);
    expect(reached.isMet(1060, 70, 1000)).toBe(false);
    expect(reached.isMet(1300, 80, 1060)).toBe(true);
  });

  it('holds for a list that stands still, and moves with what grows above', () => {
    const reached = new ReachedEnd();
    reached.is(1000, 0);
    expect(reached.isMet(998, 60_000, 0)).toBe(true);
    expect(reached.isMet(990, 60_000, 0)).toBe(false);
    reached.pressed(60_000, 0);
    reached.moved(500);
    expect(reached.isMet(1000, 60_100, 0)).toBe(false);
    expect(reached.isMet(1498, 60_100, 0)).toBe(true);
  });

  it('is nowhere before the list was measured', () => {
    expect(new ReachedEnd().isMet(5000, 0, 0)).toBe(false);
  });
});
