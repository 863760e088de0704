import { describe, expect, it } from 'vitest';
import { TurnedPast } from './turnedPast';

describe('a wheel that is turned past the beginning while the end is followed (AC-74)', () => {
  it('has come to the beginning where it ends as far below it as the page has followed meanwhile', () => {
    const past = new TurnedPast();
    past.followed(20, 1_000);
    past.turned(1_862, 4_000, 1_010);
    expect([21, 20, 5].map((top) => past.isMet(top, 1_020))).toEqual([true, true, true]);
    // Farther below, or there already.
    expect([40, 0].map((top) => past.isMet(top, 1_020))).toEqual([false, false]);
  });

  it('counts all that was followed since the browser may have known of it, also after the turn', () => {
    const past = new TurnedPast();
    past.followed(500, 500);
    past.followed(20, 950);
    past.turned(1_862, 4_000, 1_000);
    past.followed(60, 1_010);
    expect([80, 90].map((top) => past.isMet(top, 1_020))).toEqual([true, false]);
  });

  it('means nothing where the turn does not reach so far, or nothing was followed', () => {
    const past = new TurnedPast();
    past.followed(20, 1_000);
    past.turned(1_862, 1_850, 1_010);
    expect(past.isMet(12, 1_020)).toBe(false);
    past.turned(1_862, 4_000, 1_020);
    expect([past.isMet(12, 1_030), past.isMet(12, 3_000)]).toEqual([true, false]);
    past.turned(1_862, 4_000, 2_000);
    expect(past.isMet(12, 2_010)).toBe(false);
  });

  it('means nothing any more once something else scrolls', () => {
    const past = new TurnedPast();
    past.followed(20, 1_000);
    past.turned(1_862, 4_000, 1_010);
    past.forget();
    expect(past.isMet(12, 1_020)).toBe(false);
  });
});
