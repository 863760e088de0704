import { readable, type Rgb } from '../../ui/contrast';
import type { AnsiSpan } from './ansiLines';

/** --code in the light and in the dark theme: what an output stands on (ansiColours.test holds them to tokens.css). */
export const GROUNDS: { light: Rgb; dark: Rgb } = { light: [246, 246, 243], dark: [31, 31, 30] };

export interface PieceColours {
  color?: string;
  backgroundColor?: string;
}

type Style = Pick<AnsiSpan, 'fg' | 'bg' | 'dim'>;

/**
 * The sixteen names are the theme's own colours. What a program gives as a number of the 256 or as a true colour was
 * chosen for a ground that is not ours, so it is made lighter or darker until it can be read (4.5:1), as terminals do it.
 */
export function coloursOf({ fg, bg, dim }: Style): PieceColours {
  const ground = bg === null ? null : ownColour(bg);
  if (ground !== null) {
    // Nothing of the theme is known to be read on it.
    const colour = fg === null ? null : (ownColour(fg) ?? STANDARD[fg] ?? null);
    return { color: css(readable(colour ?? PLAIN, ground)), backgroundColor: css(ground) };
  }
  if (bg === 'reverse') return { color: 'var(--code)', backgroundColor: 'var(--text)' };
  // Each of them is held to be read on the ground of code, so that ground is what can be read on each of them: white on
  // red would be ink on red in the light theme.
  if (bg !== null) return { color: 'var(--code)', backgroundColor: themeColour(bg) };
  // There is no room below a colour that is just readable: dim text keeps it, and only plain text is muted.
  if (fg === null) return dim ? { color: 'var(--faint)' } : {};
  const own = ownColour(fg);
  if (own === null) return { color: themeColour(fg) };
  return { color: `light-dark(${css(readable(own, GROUNDS.light))}, ${css(readable(own, GROUNDS.dark))})` };
}

const css = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function themeColour(name: string): string {
  const index = paletteIndex(name);
  if (index === null) return `var(--ansi-${name})`;
  return `var(--ansi-${index < 8 ? '' : 'bright-'}${NAMES[index % 8] ?? 'white'})`;
}

const paletteIndex = (name: string): number | null =>
  name.startsWith('palette-') ? Number(name.slice('palette-'.length)) : null;

/** A true colour, or one of the 240 that a theme does not name; null: a name of the theme. */
function ownColour(name: string): Rgb | null {
  if (name.includes(',')) {
    const [red = 0, green = 0, blue = 0] = name.split(',').map(Number);
    return [red, green, blue];
  }
  const index = paletteIndex(name);
  return index === null || index < 16 ? null : paletteColour(index);
}

/** xterm's 256 above the 16: a cube of 6 by 6 by 6, and 24 greys. */
function paletteColour(index: number): Rgb {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

/** What a program means by the names where it brings its own ground: xterm's colours. */
const STANDARD: Readonly<Record<string, Rgb>> = Object.fromEntries(
  NAMES.flatMap((name, index): [string, Rgb][] => {
    const on = (bit: number, value: number) => ((index >> bit) & 1 ? value : 0);
    const normal: Rgb = index === 7 ? [229, 229, 229] : [on(0, 205), on(1, 205), on(2, 238)];
    const bright: Rgb = index === 0 ? [127, 127, 127] : [on(0, 255), on(1, 255), on(2, 255)];
    return [
      [name, normal],
      [`bright-${name}`, bright],
      [`palette-${index}`, normal],
      [`palette-${index + 8}`, bright],
    ];
  }),
);
const PLAIN: Rgb = [229, 229, 229];
