import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListPlace } from './listPlace';

const FRAME_MS = 16;
/** Longer than a scrolling that has ended may be silent. */
const LONG_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, FRAME_MS));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A long list, scrolled to `top` by a person. */
function scrolledTo(top: number, { isWhole = false } = {}) {
  const list = { scrollTop: top, scrollHeight: 20_000, clientHeight: 500 };
  const hand = { isHeld: false };
  const margins: number[] = [];
  const place = new ListPlace(list, {
    onMargin: (pixels) => margins.push(pixels),
    onWrite: () => undefined,
    isHeld: () => hand.isHeld,
    isWhole: () => isWhole,
  });
  place.scrolling();
  /** One step of the person's scrolling. */
  const step = (to: number) => {
    const before = list.scrollTop;
    list.scrollTop = to;
    place.scrolling();
    place.scrolled(before);
  };
  return { list, hand, margins, place, step };
}

describe("a list's place under its view (AC-74)", () => {
  it('is kept by a margin while a person scrolls, and by the offset once that rests', () => {
    const { list, margins, place } = scrolledTo(5000);
    expect(place.moveBy(800)).toBe(0);
    expect([list.scrollTop, margins.at(-1), place.offset]).toEqual([5000, -800, 5800]);
    vi.advanceTimersByTime(LONG_MS);
    expect([list.scrollTop, place.cut, place.offset]).toEqual([5800, 0, 5800]);
  });

  it('is not written where the frame after a long silence tells of more scrolling', () => {
    const { list, place, step } = scrolledTo(5000);
    place.moveBy(800);
    // The page was busy for so long; the timer is the first that it does.
    vi.advanceTimersByTime(400);
    step(4900);
    vi.advanceTimersByTime(FRAME_MS);
    expect([list.scrollTop, place.cut]).toEqual([4900, 800]);
  });

  it('is not written while the bar is held, however long nothing moves', () => {
    const { list, hand, place } = scrolledTo(5000);
    hand.isHeld = true;
    place.moveBy(800);
    vi.advanceTimersByTime(10 * LONG_MS);
    expect(list.scrollTop).toBe(5000);
    hand.isHeld = false;
    vi.advanceTimersByTime(LONG_MS);
    expect(list.scrollTop).toBe(5800);
  });

  it('is not written either where more has come before it than is left below', () => {
    const { list, hand, place, step } = scrolledTo(15_000);
    hand.isHeld = true;
    list.scrollHeight += 8000;
    place.moveBy(8000);
    // The margin takes as much away again.
    list.scrollHeight -= 8000;
    step(14_800);
    expect([list.scrollTop, place.offset]).toEqual([14_800, 22_800]);
  });

  it('comes to its beginning together with the scrolling, never back and never past it', () => {
    const { place, step } = scrolledTo(600, { isWhole: true });
    place.moveBy(200);
    const offsets = [500, 400, 250, 100, 20, 0].map((top) => {
      step(top);
      return place.offset;
    });
    expect(offsets.map(Math.round)).toEqual([667, 533, 333, 133, 27, 0]);
  });

  it('comes to it also where the list became shorter above', () => {
    const { place, step } = scrolledTo(600, { isWhole: true });
    place.moveBy(-200);
    const offsets = [400, 200, 0].map((top) => {
      step(top);
      return Math.round(place.offset);
    });
    expect(offsets).toEqual([267, 133, 0]);
  });

  it('goes on at once where the scrolling has come to its end and older pages were put before', () => {
    const { list, place, step } = scrolledTo(200);
    place.moveBy(4000);
    expect(list.scrollTop).toBe(200);
    step(50);
    expect([list.scrollTop, place.offset]).toEqual([50, 4050]);
    step(0);
    expect([list.scrollTop, place.cut]).toEqual([4000, 0]);
  });
});
