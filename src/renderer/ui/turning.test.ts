import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** As far as they need a page: the style that is written, and the one animation that CSS gives them while none is. */
function newMark() {
  const animation = { startTime: 7 };
  const style = { animation: '', transform: '' };
  const mark: HTMLElement = Object.assign(Object.create(null), {
    style,
    getAnimations: () => (style.animation === 'none' ? [] : [animation]),
  });
  return { mark, style, animation };
}

describe('marks that turn', () => {
  const motion = { matches: false };
  /** Text comes this often for so long; gives when and to where the mark stepped. */
  async function stream(every: number, forMs: number, look: () => string): Promise<{ at: number; to: string }[]> {
    const { stepWithText } = await import('./turning');
    const steps: { at: number; to: string }[] = [];
    for (let ms = 0; ms < forMs; ms += every) {
      vi.advanceTimersByTime(every);
      const before = look();
      stepWithText();
      if (look() !== before) steps.push({ at: performance.now(), to: look() });
    }
    return steps;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => motion);
    motion.matches = false;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('turn as one, by an animation that is pinned to the time of the page', async () => {
    const { turning } = await import('./turning');
    const { mark, animation } = newMark();
    turning(mark);
    expect(animation.startTime).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('take their steps with text while it streams, ten a second and each in its turn', async () => {
    const { turning } = await import('./turning');
    const [first, late] = [newMark(), newMark()];
    turning(first.mark);
    const steps = await stream(32, 1_200, () => first.style.transform);
    expect(first.style.animation).toBe('none');
    // None is left out, none comes twice, and none is later than the next text.
    const turns = steps.map(({ at, to }) => [Math.floor(at / 100) % 10, Number(/\((\d+)deg\)/.exec(to)?.[1]) / 36]);
    expect(turns.length).toBeGreaterThanOrEqual(10);
    for (const [due, taken] of turns) expect(taken).toBe(due);
    for (const { at } of steps.slice(1)) expect(at % 100).toBeLessThan(32);
    turning(late.mark);
    expect(late.style).toEqual(first.style);
  });

  it('turn on by themselves as soon as text pauses', async () => {
    const { turning } = await import('./turning');
    const { mark, style, animation } = newMark();
    turning(mark);
    await stream(32, 640, () => style.transform);
    animation.startTime = 7;
    vi.advanceTimersByTime(140);
    expect([style.animation, style.transform, animation.startTime]).toEqual(['', '', 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are left alone by text that comes now and then', async () => {
    const { turning } = await import('./turning');
    const { mark, style } = newMark();
    turning(mark);
    expect(await stream(80, 2_000, () => style.transform)).toEqual([]);
  });

  it('are let go of when they are gone', async () => {
    const { turning } = await import('./turning');
    const { mark, style } = newMark();
    turning(mark)();
    expect(await stream(32, 640, () => style.transform)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stand still where motion is not wanted', async () => {
    motion.matches = true;
    const { turning } = await import('./turning');
    const { mark, style } = newMark();
    turning(mark);
    expect(await stream(32, 640, () => style.transform)).toEqual([]);
  });
});
