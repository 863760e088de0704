import { describe, expect, it } from 'vitest';
import { RestartLimit } from './restartLimit';

describe('RestartLimit', () => {
  it('allows three restarts within a minute and refuses the fourth', () => {
    const limit = new RestartLimit(3, 60_000);
    expect([0, 1000, 2000, 3000].map((now) => limit.take(now))).toEqual([true, true, true, false]);
  });

  it('allows another once the first is a minute old', () => {
    const limit = new RestartLimit(3, 60_000);
    for (const now of [0, 1000, 2000]) limit.take(now);
    expect(limit.take(59_999)).toBe(false);
    expect(limit.take(60_000)).toBe(true);
  });
});
