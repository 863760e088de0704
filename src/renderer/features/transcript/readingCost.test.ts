import { describe, expect, it } from 'vitest';
import { answer32k } from '../../../../scripts/bench/answer.mjs';
import { charactersLookedAt, operations } from '../../../../tests/support/work';
import { healEnd } from '../markdown/healEnd';
import { lexBlock } from '../markdown/lexBlock';
import { emptySplit, splitBlocks } from '../markdown/splitBlocks';
import { played } from '@shared/terminal/screen';
import { ansiLines } from '../terminals/ansiLines';

// What a text costs that streams, and an output that is played: as much for each of its characters, however many there are.
// By counts, and for texts as no program writes them, since a page that hangs on one of them hangs for good.

/** What grows with the text itself stays below it, what grows with its square is far above. */
const LOOSE = 2.5;
/** A flush of 16 ms of 200 chunks a second, 48 characters each. */
const FLUSH = 48 * 3;
const ESC = '\u001b';

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

/** How many times as much of `count` a text takes that is so many times as long, to how many times as long it is. */
function growth(of: (length: number) => string, lengths: readonly [number, number], count: (text: string) => number) {
  const [short, long] = lengths.map((length) => of(length));
  if (short === undefined || long === undefined) throw new Error('two lengths are wanted');
  const [little, much] = [count(short), count(long)];
  // Nothing is counted where nothing was done.
  expect(little).toBeGreaterThan(short.length / 20);
  return much / little / (long.length / short.length);
}

describe('the end of a text that streams is healed', () => {
  const looked = (text: string) => charactersLookedAt(() => void healEnd(text, 'paragraph', false));
  const ran = (text: string) => operations(() => void healEnd(text, 'paragraph', false));

  it.each(['x', ')', '\n'])('at a cost that grows with it, whatever it is made of, where it ends in %j', (end) => {
    const units = ['words of text ', '[a', '![a', '[a](b ', '![a](b ', '[^a]', '`a ', '``a` ', '*a ', 'a*b', '**', '_'];
    const more = [
      '$\\a ',
      '\\(a ',
      '~a ',
      '\\',
      '| a ',
      '](streamdown:incomplete-image)',
      '- **a\n  *b ',
      '<a ',
      '*中',
    ];
    const tooDear = [...units, ...more].filter(
      (unit) => growth((length) => filled(unit, length) + end, [300, 4_800], looked) > LOOSE,
    );
    expect(tooDear).toEqual([]);
  });

  it.each([
    ['bold words that nothing closes', '*a ', 'b_ '],
    ['words between marks of two kinds', '*a b_ ', '*a b_ '],
    ['fences', '- ```\n', '  ~~~\n'],
    ['items', '1. > 3\n', '- **a\n'],
  ])('at as many steps as it has characters: %s', (_, first, second) => {
    expect(growth((length) => filled(first, length / 2) + filled(second, length / 2), [500, 8_000], ran)).toBeLessThan(
      LOOSE,
    );
  });

  it('at no more with each flush at the end of an answer than at its beginning', () => {
    let split = emptySplit;
    let before: readonly unknown[] = [];
    const text = answer32k();
    const flushes = Array.from({ length: Math.ceil(text.length / FLUSH) }, (_, at) => text.slice(0, (at + 1) * FLUSH));
    const ranIn = (from: number, to: number) =>
      operations(() => {
        for (const flush of flushes.slice(from, to)) {
          split = splitBlocks(flush, split);
          const { blocks } = split;
          for (const [at, block] of blocks.entries())
            if (before[at] !== block) lexBlock(block, at === blocks.length - 1);
          before = blocks;
        }
      });
    const quarter = Math.floor(flushes.length / 4);
    const first = ranIn(0, quarter);
    ranIn(quarter, -quarter);
    expect(first).toBeGreaterThan(10_000);
    expect(ranIn(-quarter, flushes.length) / first).toBeLessThan(2);
  });
});

describe('an output is played', () => {
  const after = (unit: string, moves: string) => (length: number) =>
    filled(unit, length / 2) + filled(moves, length / 2);
  const only = (unit: string) => (length: number) => filled(unit, length);

  it.each([
    ['progress bars', only('\r##..##..##..')],
    ['a spinner', only('ab\b\b')],
    ['a long line erased to its beginning', after('a', `${ESC}[1K`)],
    ['a line erased to its beginning with each letter', only(`a${ESC}[1K`)],
    [
      'letters taken out of a long line',
      (length: number) => `${filled('a', length / 2)}\r${filled(`${ESC}[P`, length / 2)}`,
    ],
    ['a screen cleared again and again', only(`${ESC}[2Jx`)],
    ['a screen cleared after many lines', after('line\n', `${ESC}[2Jx`)],
    ['steps to the lower end', only(`${ESC}[2J${ESC}[999Bx`)],
    ['steps up, each of them farther out', after('line\n', `${ESC}[Ax`)],
    [
      'steps down, each of them farther out',
      (length: number) => `${filled('line\n', length / 2)}${ESC}[999A${filled(`x${ESC}[B`, length / 2)}`,
    ],
    ['what is below erased', after('line\n', `${ESC}[A${ESC}[J`)],
    ['colours over colours', only(`${ESC}[31ma\r${ESC}[0mb`)],
  ])('in as many steps as it is long: %s', (_, of) => {
    const ran = (text: string) => operations(() => void played(text));
    expect(growth(of, [6_000, 24_000], ran)).toBeLessThan(LOOSE);
  });

  it('without looking at a character again and again, whatever it is made of', () => {
    const looked = (text: string) => charactersLookedAt(() => void ansiLines(text));
    const units = [
      '\r',
      '\r\r\n',
      `${ESC}]0;t`,
      ESC,
      `${ESC} `,
      `${ESC}[`,
      `${ESC}[;`,
      'e\u0301\r',
      '中\b',
      '\t\r',
      'line\n\r',
    ];
    // What has begun, and goes on without an end.
    const begun: [string, string][] = [
      [`a${ESC}[`, '!'],
      [`${ESC}[`, '1;'],
      [`${ESC}]`, 'a'],
      [`${ESC}[`, ' '],
    ];
    const tooDear = [...units.map((unit): [string, string] => ['', unit]), ...begun].filter(
      ([first, unit]) => growth((length) => first + filled(unit, length), [300, 3_000], looked) > LOOSE,
    );
    expect(tooDear).toEqual([]);
  });
});
