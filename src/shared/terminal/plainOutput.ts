import { played } from './screen';

const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
/** Window titles, links: what stands between them stays. */
const OSC = new RegExp(`${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)`, 'g');
/** Every CSI that is not a colour. */
const CSI = new RegExp(`${ESC}\\[[0-9;:?<=>]*[ -/]*[@-ln-~]`, 'g');
const SGR = new RegExp(`${ESC}\\[([0-9;:]*)m`, 'g');
/** Character sets (`ESC ( B`, which resets of `tput` have), and what is no sequence at all. */
const OTHER_ESCAPE = new RegExp(`${ESC}(?:[ -/]+[0-~]|[0-Z\\\\^-~]|(?!\\[))`, 'g');
/** What is still on its way at the end of an output. */
const UNFINISHED = new RegExp(`${ESC}(?:\\[[0-9;:?<=>]*[ -/]*|\\][^${BEL}${ESC}\\n]*)?$`);
const CONTROL = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(6)}${BEL}${String.fromCharCode(14)}-${String.fromCharCode(26)}]`,
  'g',
);

/** Anything that is no plain text. */
const UNPLAIN = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(8)}${String.fromCharCode(13)}-${String.fromCharCode(31)}]`,
);

/** What a command printed without all that is no text. `play` moves the cursor; `colours` says what becomes of a style. */
export function cleanOutput(
  output: string,
  play: (text: string) => string,
  colours: (sequence: string, parameters: string) => string,
): string {
  // Most has none of it, and is long.
  if (!UNPLAIN.test(output)) return output;
  const text = output
    .replace(/(?<!\r)\r+\n/g, '\n')
    .replace(UNFINISHED, '')
    .replace(OSC, '')
    .replace(CONTROL, '')
    // These three move the cursor, as what is played next needs them.
    .replace(OTHER_ESCAPE, (escape) => (/[78M]$/.test(escape) ? escape : ''));
  return play(text).replace(CSI, '').replace(OTHER_ESCAPE, '').replace(SGR, colours);
}

/** Without any style, as it stands on a terminal in the end: to be found in and copied. */
export const plainOutput = (output: string): string => cleanOutput(output, played, () => '');
