import { cleanOutput } from '@shared/terminal/plainOutput';
import { played, playedLine } from '@shared/terminal/screen';
import { Styles } from '@shared/terminal/sgr';
import Anser from 'anser';

/** A piece of a line in one style. `fg` and `bg`: one of the 16 names of the palette, or `r, g, b` of a true colour. */
export interface AnsiSpan {
  text: string;
  fg: string | null;
  bg: string | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
}
export type AnsiLine = readonly AnsiSpan[];

/** The output of a command as lines, as they stand on a terminal in the end: colours kept, names of windows left out. */
export const ansiLines = (output: string): AnsiLine[] => linesOf(clean(output, played));

/** One line of an output of which no other is known. */
export const ansiLine = (line: string): AnsiLine => linesOf(clean(line, playedLine))[0] ?? [];

function linesOf(text: string): AnsiLine[] {
  const lines: AnsiSpan[][] = [[]];
  // Styles go on over line breaks, so the whole text is read in one go and cut afterwards.
  for (const entry of Anser.ansiToJson(text, { use_classes: true, remove_empty: true })) {
    const decorations = new Set(entry.decorations);
    const fg = colour(entry.fg, entry.fg_truecolor);
    const bg = colour(entry.bg, entry.bg_truecolor);
    // Anser does the reversing itself, and takes a terminal to be white on black; ours is as the theme is.
    const reverse = fg === 'black' && bg === 'white';
    const style = {
      fg: reverse ? 'reverse' : fg,
      bg: reverse ? 'reverse' : bg,
      bold: decorations.has('bold'),
      dim: decorations.has('dim'),
      italic: decorations.has('italic'),
      underline: decorations.has('underline'),
      strike: decorations.has('strikethrough'),
    };
    const [first, ...rest] = entry.content.split('\n');
    const last = lines.at(-1)?.at(-1);
    // A sequence that changes nothing begins no piece of its own.
    if (first && last && sameStyle(last, style)) last.text += first;
    else if (first) lines.at(-1)?.push({ text: first, ...style });
    for (const text of rest) lines.push(text === '' ? [] : [{ text, ...style }]);
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

const sameStyle = (a: Omit<AnsiSpan, 'text'>, b: Omit<AnsiSpan, 'text'>): boolean =>
  a.fg === b.fg &&
  a.bg === b.bg &&
  a.bold === b.bold &&
  a.dim === b.dim &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.strike === b.strike;

function colour(name: string | null, truecolor: string | null): string | null {
  if (!name) return null;
  // The parser keeps the last one when another colour follows.
  if (name === 'ansi-truecolor') return truecolor;
  const palette = /^ansi-palette-(\d+)$/.exec(name);
  if (palette) return `palette-${palette[1]}`;
  return name.replace(/^ansi-/, '');
}

const ESC = String.fromCharCode(27);

/** The parser counts what begins twice and ends once as still on: each sequence says all that is in force instead. */
const whole = (styles: Styles) => (_: string, parameters: string) => {
  styles.apply(parameters);
  return `${ESC}[0;${styles.toString()}m`;
};

const clean = (output: string, play: (text: string) => string): string =>
  cleanOutput(output, play, whole(new Styles()));

/** A line without any style, for copying and for finding in it. */
export const plainLine = (line: string): string => Anser.ansiToText(clean(line, playedLine));
