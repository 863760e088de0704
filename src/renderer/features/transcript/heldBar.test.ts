import { describe, expect, it } from 'vitest';
import { HeldBar } from './heldBar';

/** A list of 4000 pixels in a view of 400 that begins at 100: the thumb is 40 long and goes from 100 to 460. */
const bar = (y: number, scrollTop: number, scrollHeight = 4000) =>
  new HeldBar({ y, top: 100, bottom: 500 }, { scrollTop, scrollHeight, clientHeight: 400 });

describe('a scroll bar that is held', () => {
  it('is at its end where the thumb would be, by whatever of it it is held', () => {
    // In the middle of the list the thumb goes from 280 to 320.
    expect(bar(281, 1800).isAtEnd(450)).toBe(false);
    expect(bar(281, 1800).isAtEnd(462)).toBe(true);
    expect(bar(319, 1800).isAtEnd(480)).toBe(false);
    expect(bar(319, 1800).isAtEnd(499)).toBe(true);
    expect(bar(300, 1800).isAtEnd(900)).toBe(true);
  });

  it('is not where it was not drawn down', () => {
    expect(bar(490, 3600).isAtEnd(490)).toBe(false);
    expect(bar(490, 3599).isAtEnd(491)).toBe(false);
    expect(bar(490, 3590).isAtEnd(480)).toBe(false);
  });

  it('of a very long list has a thumb that can still be held', () => {
    expect(bar(485, 396_000, 400_000).isAtEnd(492)).toBe(true);
  });

  it('is pressed beside the thumb where it goes page by page', () => {
    expect(bar(400, 0).isBelow).toBe(true);
    expect(bar(400, 0).isAtEnd(500)).toBe(false);
    expect(bar(110, 1800).isBelow).toBe(false);
    expect(bar(110, 1800).isAtEnd(600)).toBe(false);
  });
});
