import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, type Rgb } from '../../ui/contrast';
import { coloursOf, GROUNDS } from './ansiColours';

const rgbsIn = (text: string): Rgb[] =>
  [...text.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(([, red, green, blue]): Rgb => [
    Number(red),
    Number(green),
    Number(blue),
  ]);
const shown = (fg: string | null, bg: string | null, dim = false) => coloursOf({ fg, bg, dim });

/** Numbers of the 256 that no theme names, and true colours of every corner of the cube. */
const OWN = [
  ...Array.from({ length: 240 }, (_, index) => `palette-${index + 16}`),
  '0, 0, 0',
  '255, 255, 255',
  '255, 255, 0',
  '0, 0, 255',
  '128, 128, 128',
  '117, 117, 117',
  '1, 2, 3',
];
const NAMED = ['black', 'red', 'blue', 'white', 'bright-black', 'bright-yellow', 'palette-0', 'palette-15'];

describe('colours of the program’s own', () => {
  test('are read in both themes', () => {
    const weak = OWN.filter((name) => {
      const [light, dark] = rgbsIn(shown(name, null).color ?? '');
      return !(light && dark && contrast(light, GROUNDS.light) >= 4.5 && contrast(dark, GROUNDS.dark) >= 4.5);
    });
    expect(weak).toEqual([]);
  });

  test('stay as they are where they are read already', () => {
    expect(shown('palette-22', null).color).toContain('light-dark(rgb(0, 95, 0), ');
    expect(shown('palette-226', null).color).toContain(', rgb(255, 255, 0))');
  });

  test('are read on grounds of its own, and so are names and plain text', () => {
    const weak = OWN.flatMap((bg) =>
      [null, ...NAMED, ...OWN.filter((_, index) => index % 17 === 0)].filter((fg) => {
        const { color = '', backgroundColor = '' } = shown(fg, bg);
        const [text] = rgbsIn(color);
        const [ground] = rgbsIn(backgroundColor);
        return !(text && ground && contrast(text, ground) >= 4.5);
      }),
    );
    expect(weak).toEqual([]);
  });

  test('the grounds are those of the tokens', () => {
    const css = readFileSync('src/renderer/ui/tokens.css', 'utf8');
    const hex = ([...css.matchAll(/--code: #([\da-f]{6});/g)] as RegExpMatchArray[]).map(([, digits = '']) => digits);
    const of = (ground: Rgb) => ground.map((value) => value.toString(16).padStart(2, '0')).join('');
    expect(hex).toEqual([of(GROUNDS.light), of(GROUNDS.dark)]);
  });
});

describe('colours of the theme', () => {
  test('stay its names, dim or not: below them is no room', () => {
    expect(shown('red', null)).toEqual({ color: 'var(--ansi-red)' });
    expect(shown('red', null, true)).toEqual({ color: 'var(--ansi-red)' });
    expect(shown('palette-9', null)).toEqual({ color: 'var(--ansi-bright-red)' });
    expect(shown(null, null, true)).toEqual({ color: 'var(--faint)' });
  });

  test('reversed, the ground is the ink', () => {
    expect(shown('reverse', 'reverse')).toEqual({ color: 'var(--code)', backgroundColor: 'var(--text)' });
  });
});
