import { describe, expect, it } from 'vitest';
import { JumpRead } from './useJumpTo';

describe('what is read for a jump', () => {
  it('is read once, and waited for while other rows come', () => {
    const reading = new JumpRead();
    expect([1, 1, 1].map((at) => reading.next(at))).toEqual(['read', 'wait', 'wait']);
    expect(reading.ended(1)).toBe(true);
    // It was read, and the item is not there.
    expect(reading.next(1)).toBe('giveUp');
  });

  it('is nobody’s any more once somebody wants to go elsewhere', () => {
    const reading = new JumpRead();
    reading.next(1);
    expect(reading.next(2)).toBe('read');
    expect(reading.ended(1)).toBe(false);
    expect(reading.next(2)).toBe('wait');
  });
});
