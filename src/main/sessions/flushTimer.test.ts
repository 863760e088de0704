import { describe, expect, it } from 'vitest';
import { ManualClock } from '../store/testStore';
import { FlushTimer } from './flushTimer';

function timer(isOnScreen: boolean) {
  const clock = new ManualClock();
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
  it('is due a frame after its first update while its session is on screen', () => {
    const { clock, flush, flushes } = timer(true);
    flush.arm();
    clock.advance(8);
    flush.arm();
    expect(flushes()).toBe(0);
    clock.advance(8);
    expect(flushes()).toBe(1);
  });

  it('waits longer while another session is on screen', () => {
    const { clock, flush, flushes } = timer(false);
    flush.arm();
    clock.advance(63);
    expect(flushes()).toBe(0);
    clock.advance(1);
    expect(flushes()).toBe(1);
  });

  it('is not due again once it was flushed by something else', () => {
    const { clock, flush, flushes } = timer(true);
    flush.arm();
    flush.stop();
    clock.advance(100);
    expect(flushes()).toBe(0);
    flush.arm();
    clock.advance(16);
    expect(flushes()).toBe(1);
  });
});
