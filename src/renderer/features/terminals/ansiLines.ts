import Anser from 'anser';
import { played, playedLine } from './screen';
import { Styles } from './sgr';

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
const BEL = String.fromCharCode(7);
/** Window titles, links: what stands between them stays. */
const OSC = new RegExp(`${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)`, 'g');
/** Every CSI that is not a colour. */
const CSI = new RegExp(`${ESC}\\[[0-9;:?<=>!]*[ -/]*[@-ln-~]`, 'g');
const SGR = new RegExp(`${ESC}\\[([0-9;:]*)m`, 'g');
/** Character sets (`ESC ( B`, which resets of `tput` have), and what is no sequence at all. */
const OTHER_ESCAPE = new RegExp(`${ESC}(?:[ -/]+[0-~]|[0-Z\\\\^-~]|(?!\\[))`, 'g');
/** What is still on its way at the end of an output. */
const UNFINISHED = new RegExp(`${ESC}(?:\\[[0-9;:?<=>!]*[ -/]*|\\][^${BEL}${ESC}\\n]*)?$`);
const CONTROL = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(6)}${BEL}${String.fromCharCode(14)}-${String.fromCharCode(26)}]`,
  'g',
);

/** The parser counts what begins twice and ends once as still on: each sequence says all that is in force instead. */
const whole = (styles: Styles) => (_: string, parameters: string) => {
  styles.apply(parameters);
  return `${ESC}[0;${styles.toString()}m`;
};

function clean(output: string, play: (text: string) => string): string {
  const text = output
    .replace(/\r+\n/g, '\n')
    .replace(UNFINISHED, '')
    .replace(OSC, '')
    .replace(CONTROL, '')
    // These three move the cursor, as what is played next needs them.
    .replace(OTHER_ESCAPE, (escape) => (/[78M]$/.test(escape) ? escape : ''));
  return play(text).replace(CSI, '').replace(OTHER_ESCAPE, '').replace(SGR, whole(new Styles()));
}

/** A line without any style, for copying and for finding in it. */
export const plainLine = (line: string): string => Anser.ansiToText(clean(line, playedLine));
