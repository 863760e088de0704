import { describe, expect, it } from 'vitest';
import { LeastEnd } from './leastEnd';

/** A view of 500 in a list of 2000, which stands at its end, 1500. */
function atEnd(): LeastEnd {
  const least = new LeastEnd();
  least.viewed(500);
  least.sized(2000);
  for (let event = 0; event < 2; event += 1) least.explains(1500);
  return least;
}

describe('the lowest end of a list that settles (AC-74)', () => {
  it.each([
    [1400, true],
    [1390, false],
  ])('was lower for a moment within one frame: that it stands at %s is explained by it: %s', (top, may) => {
    const least = atEnd();
    least.sized(1900);
    least.sized(2100);
    expect(least.explains(top)).toBe(may);
  });

  it.each([
    [1440, true],
    [1430, false],
  ])('was lower while the view was higher: %s is explained by it: %s', (top, may) => {
    const least = atEnd();
    least.viewed(560);
    least.viewed(500);
    expect(least.explains(top)).toBe(may);
  });

  it('does not explain what stands above the end in a list that only grew', () => {
    const least = atEnd();
    least.sized(2100);
    expect(least.explains(1440)).toBe(false);
  });

  it('explains one event more, which may tell of what was before, and no third', () => {
    const least = atEnd();
    least.sized(1800);
    least.sized(2000);
    expect([1300, 1300, 1300].map((top) => least.explains(top))).toEqual([true, true, false]);
  });
});
