import { describe, expect, it } from 'vitest';
import { listKey, type ListKeys } from './listKeys';

/** What the key did: where it went, "take", or null where it was left to others. */
function pressed(key: string, list: Partial<ListKeys> = {}, isComposing = false): number | 'take' | null {
  let did: number | 'take' | null = null;
  let isOurs = false;
  const event = { key, nativeEvent: { isComposing }, preventDefault: () => void (isOurs = true) };
  listKey(event, { count: 30, at: 15, move: (to) => (did = to), take: () => (did = 'take'), ...list });
  expect(isOurs).toBe(did !== null);
  return did;
}

describe('the keys of a list', () => {
  it('go by one, by ten and to its ends, and take what is chosen', () => {
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter'].map((key) => pressed(key))).toEqual([
      16,
      14,
      25,
      5,
      0,
      29,
      'take',
    ]);
  });

  it('stop at the ends, or go round where the list is short to walk', () => {
    expect([pressed('ArrowDown', { at: 29 }), pressed('ArrowUp', { at: 0 }), pressed('PageDown', { at: 25 })]).toEqual([
      29, 0, 29,
    ]);
    expect([
      pressed('ArrowDown', { at: 29, wraps: true }),
      pressed('ArrowUp', { at: 0, wraps: true }),
      pressed('PageDown', { at: 25, wraps: true }),
    ]).toEqual([0, 29, 29]);
  });

  it('leave Home and End to a text, all keys to an input method, and everything else alone', () => {
    expect([pressed('Home', { isWritten: true }), pressed('End', { isWritten: true })]).toEqual([null, null]);
    expect([pressed('Enter', {}, true), pressed('ArrowDown', {}, true)]).toEqual([null, null]);
    expect([pressed('a'), pressed('Escape'), pressed('Enter', { count: 0 })]).toEqual([null, null, null]);
  });
});
