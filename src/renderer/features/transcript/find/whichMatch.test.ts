import { findPattern } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { describe, expect, it } from 'vitest';
import { drawnMatch, wantedMatch } from './whichMatch';

const text = ['one pear', 'a pear, a pear', 'end', 'one pear', 'the last pear'].join('\n');
const item: Item = {
  ordinal: 0,
  turnId: null,
  at: 0,
  seq: 0,
  open: false,
  kind: 'message',
  role: 'agent',
  content: [{ type: 'text', text }],
};
const pattern = findPattern('pear', false) ?? /(?!)/gu;
const wanted = (index: number) => wantedMatch(item, pattern, index, 5);
const lines = (...all: string[]) => all.map((line) => ({ line }));

describe('a match of a row', () => {
  it('is the one at its place where all of them are drawn', () => {
    const all = lines('one pear', 'a pear, a pear', 'a pear, a pear', 'one pear', 'the last pear');
    expect([0, 1, 2, 3, 4].map((index) => drawnMatch(all, wanted(index)))).toEqual([0, 1, 2, 3, 4]);
  });

  it('is known by its line where only a part of them is', () => {
    const end = lines('one pear', 'the last pear');
    expect(drawnMatch(end, wanted(4))).toBe(1);
    expect(drawnMatch(end, wanted(0))).toBe(0);
    expect(drawnMatch(lines('a pear, a pear', 'a pear, a pear'), wanted(2))).toBe(1);
  });

  it('is not drawn where its line is not, and where only others read the same', () => {
    expect(drawnMatch([], wanted(0))).toBe(-1);
    expect(drawnMatch(lines('the last pear'), wanted(1))).toBe(-1);
    expect(drawnMatch(lines('one pear', 'the last pear'), wanted(3))).toBe(-1);
  });

  it('is not drawn where the page knows only the beginning of its text', () => {
    expect(drawnMatch(lines('one pear', 'x pear', 'y pear', 'z pear', 'pear', 'pear'), wanted(7))).toBe(-1);
  });

  it('is one that is drawn, where the page has more of them than the item', () => {
    const more = lines('pear', 'one pear', 'a pear, a pear', 'a pear, a pear', 'one pear', 'the last pear');
    expect(drawnMatch(more, wanted(4))).toBe(5);
    // None of them reads like it, as where marks of markdown are not drawn: the one at its place.
    expect(drawnMatch(lines('a', 'b', 'c', 'd', 'e', 'f'), wanted(4))).toBe(4);
  });

  it('of a tool is not a word of its card', () => {
    const tool: Item = {
      ordinal: 0,
      turnId: null,
      at: 0,
      seq: 0,
      open: false,
      kind: 'toolCall',
      toolCallId: 't',
      toolKind: 'edit',
      title: 'Change src/pear.ts',
      status: 'completed',
      locations: [],
      content: [{ type: 'content', content: { type: 'text', text: 'a pear here' } }],
    };
    const [title, inside] = [0, 1].map((index) => wantedMatch(tool, pattern, index, 2));
    if (title === undefined || inside === undefined) throw new Error('two are wanted');
    expect([title.count, title.word, inside.line]).toEqual([2, 'src/pear.ts', 'a pear here']);
    // The card says the title in its own words; what it says of itself stands for nothing that is not drawn.
    expect(drawnMatch(lines('Edited src/pear.ts', 'a pear here'), title)).toBe(0);
    expect(drawnMatch(lines('Edited src/pear.ts', 'Pear of the card', 'a pear here'), inside)).toBe(2);
    expect(drawnMatch(lines('Pear of the card', 'Pear again'), inside)).toBe(-1);
  });

  it('of an output whose beginning is in the store is known by what stands before its end', () => {
    const stored = { type: 'stored' as const, blobId: 'b', as: 'text' as const, bytes: 99_999, head: '' };
    const output = 'the last pear\nand a pear\n';
    const tool: Item = {
      ordinal: 0,
      turnId: null,
      at: 0,
      seq: 0,
      open: false,
      kind: 'toolCall',
      toolCallId: 't',
      toolKind: 'execute',
      title: 'grep pear',
      status: 'completed',
      locations: [],
      content: [{ type: 'terminal', terminalId: 'x', output, truncated: true, stored, rest: 0 }],
    };
    // One in the command, seven in what only the store holds, two in the end.
    const all = Array.from({ length: 10 }, (_, of) => wantedMatch(tool, pattern, of, 10));
    const drawn = lines('grep pear', 'the last pear', 'and a pear');
    expect(all.map((match) => drawnMatch(drawn, match))).toEqual([0, -1, -1, -1, -1, -1, -1, -1, 1, 2]);
  });
});
