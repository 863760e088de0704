import Anser from 'anser';
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
}
export type AnsiLine = readonly AnsiSpan[];

/** The output of a command as lines: colours kept, everything that moves a cursor or names a window left out. */
export function ansiLines(output: string): AnsiLine[] {
  const lines: AnsiSpan[][] = [[]];
  // Styles go on over line breaks, so the whole text is read in one go and cut afterwards.
  for (const entry of Anser.ansiToJson(clean(output), { use_classes: true, remove_empty: true })) {
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
    };
    const [first, ...rest] = entry.content.split('\n');
    if (first) lines.at(-1)?.push({ text: first, ...style });
    for (const text of rest) lines.push(text === '' ? [] : [{ text, ...style }]);
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

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

function clean(output: string): string {
  return output
    .replace(/\r+\n/g, '\n')
    .replace(UNFINISHED, '')
    .replace(OSC, '')
    .replace(CSI, '')
    .replace(OTHER_ESCAPE, '')
    .replace(SGR, whole(new Styles()))
    .replace(CONTROL, (char) => (char === '\b' ? char : ''))
    .split('\n')
    .map(overwrite)
    .join('\n');
}

/** A progress bar writes its line again and again after a carriage return: the last writing stands, in the colours set before it. */
function overwrite(line: string): string {
  if (!line.includes('\r')) return line;
  const writings = line.split('\r').filter((part) => part !== '');
  const last = writings.pop() ?? '';
  return (writings.join('').match(SGR)?.at(-1) ?? '') + last;
}

/** Without any style, for copying. */
export const plainOutput = (output: string): string => Anser.ansiToText(clean(output));
