import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** As far as the marks need them; new ones each time, since a module that is forgotten still listens to the old. */
const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' });
const newMotion = () => Object.assign(new EventTarget(), { matches: false });
let page = newPage();
let motion = newMotion();

const mark = (): { style: { transform: string } } & HTMLElement => Object.assign(Object.create(null), { style: {} });

describe('marks that turn', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 });
    page = newPage();
    motion = newMotion();
    vi.stubGlobal('document', page);
    vi.stubGlobal('matchMedia', () => motion);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('step together, by one timer, on every third beat of streamed text', async () => {
    const { turning } = await import('./turning');
    const [first, second] = [mark(), mark()];
    turning(first);
    vi.advanceTimersByTime(250);
    turning(second);
    expect(second.style.transform).toBe(first.style.transform);
    expect(vi.getTimerCount()).toBe(1);
    const seen = new Set<string>();
    const times = new Set<number>();
    let before = first.style.transform;
    for (let ms = 0; ms < 960; ms += 1) {
      vi.advanceTimersByTime(1);
      if (first.style.transform !== before) times.add(Date.now() % 32);
      before = first.style.transform;
      seen.add(before);
      expect(second.style.transform).toBe(before);
    }
    expect([...times]).toEqual([0]);
    expect(seen.size).toBe(10);
  });

  it('keep no timer once they are gone', async () => {
    const { turning } = await import('./turning');
    const ends = [turning(mark()), turning(mark())];
    ends[0]?.();
    expect(vi.getTimerCount()).toBe(1);
    ends[1]?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rest while the window cannot be seen, and turn on afterwards', async () => {
    const { turning } = await import('./turning');
    const ring = mark();
    turning(ring);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(vi.getTimerCount()).toBe(0);
    const rested = ring.style.transform;
    vi.advanceTimersByTime(480);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(ring.style.transform).not.toBe(rested);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('stand still where motion is not wanted, also from one moment to the next', async () => {
    motion.matches = true;
    const { turning } = await import('./turning');
    const ring = mark();
    turning(ring);
    expect([ring.style.transform, vi.getTimerCount()]).toEqual([undefined, 0]);
    motion.matches = false;
    motion.dispatchEvent(new Event('change'));
    expect(vi.getTimerCount()).toBe(1);
    motion.matches = true;
    motion.dispatchEvent(new Event('change'));
    expect(vi.getTimerCount()).toBe(0);
  });
});
