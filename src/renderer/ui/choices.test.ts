import { describe, expect, it } from 'vitest';
import { type Choice, matchesQuery, sectionsOf } from './choices';

const words = { favourites: 'Favourites', others: 'Others' };
const choice = (value: string, group?: string): Choice => ({ value, label: value.toUpperCase(), group });
const shown = (choices: Choice[], favourites: string[] = []) =>
  sectionsOf(choices, favourites, words).map(({ heading, items }) => [heading, items.map(({ value }) => value).join()]);

describe('choices', () => {
  it('stand under their groups, in the agent’s order', () => {
    expect(shown([choice('a', 'One'), choice('b', 'Two'), choice('c', 'One')])).toEqual([
      ['One', 'a,c'],
      ['Two', 'b'],
    ]);
  });

  it('have no heading where there are neither groups nor favourites', () => {
    expect(shown([choice('a'), choice('b')])).toEqual([[null, 'a,b']]);
  });

  it('without a group have a heading of their own below others, and none above', () => {
    expect(shown([choice('a'), choice('b', 'One')])).toEqual([
      [null, 'a'],
      ['One', 'b'],
    ]);
    expect(shown([choice('b', 'One'), choice('a')])).toEqual([
      ['One', 'b'],
      ['Others', 'a'],
    ]);
  });

  it('that are starred stand first, in the order of starring, and nowhere else; what is gone is left out', () => {
    expect(shown([choice('a', 'One'), choice('b', 'One'), choice('c')], ['c', 'gone', 'a'])).toEqual([
      ['Favourites', 'c,a'],
      ['One', 'b'],
    ]);
    expect(shown([choice('a'), choice('b')], ['b'])).toEqual([
      ['Favourites', 'b'],
      ['Others', 'a'],
    ]);
  });

  it('are found by any word of name, id, group and description', () => {
    const sonnet = { value: 'claude-x', label: 'Sonnet', group: 'Anthropic', description: 'Quick' };
    for (const query of ['son', 'CLAUDE', 'anthropic quick', 'quick son', '']) {
      expect(matchesQuery(sonnet, query)).toBe(true);
    }
    expect(matchesQuery(sonnet, 'son opus')).toBe(false);
  });
});
