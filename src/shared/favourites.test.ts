import { describe, expect, it } from 'vitest';
import { Favourites, FavouritesPatch, nextFavourite, toggled, withFavourites } from './favourites';

describe('favourites', () => {
  it('are changed for one option of one agent; an empty list leaves nothing behind', () => {
    const first = withFavourites({}, { cursor: { model: ['a', 'b', 'a'] } });
    expect(first).toEqual({ cursor: { model: ['a', 'b'] } });
    const second = withFavourites(first, { cursor: { mode: ['plan'] }, codex: { model: ['o'] } });
    expect(second).toEqual({ cursor: { model: ['a', 'b'], mode: ['plan'] }, codex: { model: ['o'] } });
    expect(withFavourites(second, { cursor: { model: [] } })).toEqual({
      cursor: { mode: ['plan'] },
      codex: { model: ['o'] },
    });
    expect(withFavourites(first, { cursor: { model: [] } })).toEqual({});
  });

  it('of a file that cannot be read fall away list by list', () => {
    const file = { cursor: { model: ['a'], mode: 'plan' }, codex: [] };
    expect(Favourites.parse(file)).toEqual({ cursor: { model: ['a'], mode: [] }, codex: {} });
    expect(Favourites.parse('nonsense')).toEqual({});
  });

  it('that a page sends are refused where they cannot be', () => {
    for (const wrong of [{ cursor: { model: [''] } }, { cursor: { model: 'a' } }, { '': { model: ['a'] } }]) {
      expect(FavouritesPatch.safeParse(wrong).success).toBe(false);
    }
  });

  it('are put in at the end, and taken out', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('are stepped through in their order and round again, past what is not offered', () => {
    const step = (current: string) => nextFavourite(['a', 'gone', 'b'], ['x', 'b', 'a'], current);
    expect([step('x'), step('a'), step('b')]).toEqual(['a', 'b', 'a']);
    expect(nextFavourite(['a'], ['a'], 'a')).toBeUndefined();
    expect(nextFavourite([], ['a'], 'a')).toBeUndefined();
  });
});
