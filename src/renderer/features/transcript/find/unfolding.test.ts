import { describe, expect, it } from 'vitest';
import { Unfolding } from './unfolding';

/** A diff that takes `slow` steps to unfold what was pressed, and loses what is pressed until then. `dead` does nothing. */
function diff(names: readonly string[], { slow, dead }: { slow: number; dead?: string }) {
  let folded = [...names];
  let pressed: string | null = null;
  let left = 0;
  const presses: string[] = [];
  const gaps = () =>
    folded.map((key) => ({
      key,
      press: () => {
        presses.push(key);
        if (pressed !== null || key === dead) return;
        pressed = key;
        left = slow;
      },
    }));
  const frame = () => {
    left -= 1;
    if (left > 0 || pressed === null) return;
    folded = folded.filter((key) => key !== pressed);
    pressed = null;
  };
  const unfold = (): { folded: string[]; presses: string[]; steps: number } => {
    const unfolding = new Unfolding();
    let steps = 0;
    for (; unfolding.step(gaps()) && steps < 200; steps += 1) frame();
    return { folded, presses, steps };
  };
  return { unfold };
}

describe('the unfolding of an edit for a find', () => {
  it('waits for what it has pressed before it presses the next', () => {
    const { folded, presses } = diff(['0 12 lines', '1 40 lines', '2 7 lines'], { slow: 5 }).unfold();
    expect(presses).toEqual(['0 12 lines', '1 40 lines', '2 7 lines']);
    expect(folded).toEqual([]);
  });

  it('goes on at once where it was quick', () => {
    expect(diff(['0 12 lines', '1 40 lines'], { slow: 1 }).unfold().steps).toBe(2);
  });

  it('does not wait for ever for one that does nothing, and does not press it again', () => {
    const { folded, presses, steps } = diff(['0 12 lines', '1 40 lines'], { slow: 2, dead: '0 12 lines' }).unfold();
    expect(presses).toEqual(['0 12 lines', '1 40 lines']);
    expect(folded).toEqual(['0 12 lines']);
    expect(steps).toBeLessThan(20);
  });
});
