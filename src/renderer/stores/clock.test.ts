import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('the page’s clock', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    page.visibilityState = 'visible';
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('wakes a page that shows nothing but ages once a minute', async () => {
    const { listenToClock } = await import('./clock');
    const woken = vi.fn();
    const ends = Array.from({ length: 20 }, () => listenToClock('minute', () => void woken()));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(59_000);
    expect(woken).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(woken).toHaveBeenCalledTimes(20);
    for (const end of ends) end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ticks once a second for as long as somebody counts seconds', async () => {
    const { listenToClock } = await import('./clock');
    const [age, elapsed] = [vi.fn(), vi.fn()];
    listenToClock('minute', age);
    const end = listenToClock('second', elapsed);
    vi.advanceTimersByTime(5_000);
    expect([age.mock.calls.length, elapsed.mock.calls.length]).toEqual([0, 5]);
    end();
    vi.advanceTimersByTime(5_000);
    expect(elapsed).toHaveBeenCalledTimes(5);
  });

  it('rests while the window cannot be seen, and is right at once when it can', async () => {
    const { listenToClock } = await import('./clock');
    const [age, elapsed] = [vi.fn(), vi.fn()];
    listenToClock('minute', age);
    listenToClock('second', elapsed);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(600_000);
    expect([age.mock.calls.length, elapsed.mock.calls.length]).toEqual([0, 0]);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect([age.mock.calls.length, elapsed.mock.calls.length]).toEqual([1, 1]);
  });
});
