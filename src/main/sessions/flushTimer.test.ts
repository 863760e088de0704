import { describe, expect, it } from 'vitest';
import { ManualClock } from '../store/testStore';
import { FlushTimer } from './flushTimer';

function timer(isOnScreen: boolean, clock = new ManualClock()) {
  // On the beat of both.
  clock.advance(64 - (clock.now() % 64));
  let flushes = 0;
  const flush = new FlushTimer(
    clock,
    () => isOnScreen,
    () => {
      flush.stop();
      flushes += 1;
    },
  );
  return { clock, flush, flushes: () => flushes };
}

describe('a batch of updates', () => {
  it('is due with the next beat, two frames apart while its session is on screen', () => {
    const { clock, flush, flushes } = timer(true);
    flush.arm();
    clock.advance(31);
    flush.arm();
    expect(flushes()).toBe(0);
    clock.advance(1);
    expect(flushes()).toBe(1);
    clock.advance(12);
    flush.arm();
    clock.advance(19);
    expect(flushes()).toBe(1);
    clock.advance(1);
    expect(flushes()).toBe(2);
  });

  it('waits longer while another session is on screen', () => {
    const { clock, flush, flushes } = timer(false);
    flush.arm();
    clock.advance(63);
    expect(flushes()).toBe(0);
    clock.advance(1);
    expect(flushes()).toBe(1);
  });

  it('is due together with those of all other sessions, whenever each began', () => {
    const clock = new ManualClock();
    const sessions = [timer(true, clock), timer(false, clock), timer(false, clock)];
    for (const { flush } of sessions) {
      flush.arm();
      clock.advance(9);
    }
    clock.advance(64 - 27 - 1);
    expect(sessions.map(({ flushes }) => flushes())).toEqual([1, 0, 0]);
    sessions[0]?.flush.arm();
    clock.advance(1);
    expect(sessions.map(({ flushes }) => flushes())).toEqual([2, 1, 1]);
  });

  it('is not due again once it was flushed by something else', () => {
    const { clock, flush, flushes } = timer(true);
    flush.arm();
    flush.stop();
    clock.advance(100);
    expect(flushes()).toBe(0);
    flush.arm();
    clock.advance(32);
    expect(flushes()).toBe(1);
  });
});
