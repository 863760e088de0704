import type { TokenizerExtension } from 'marked';
import { firstParagraph } from './mathSyntax';
import type { FootnoteMarkToken, FootnoteToken } from './tokens';

const BEGIN = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/;
const BEGIN_AFTER = /\n {0,3}\[\^[^\]\s]+\]:/;
/** A line that another block begins with does not continue a footnote by merely standing below it. */
const OTHER_BLOCK =
  /^ {0,3}(?:#{1,6}(?:\s|$)|>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|\||\$\$|\[\^|(?:[-*_][ \t]*){3,}$)/;
const INDENTED = /^(?: {2,}|\t)/;

export const footnote: TokenizerExtension = {
  name: 'footnote',
  level: 'block',
  childTokens: ['tokens'],
  start: (src) => {
    const at = BEGIN_AFTER.exec(firstParagraph(src))?.index;
    return at === undefined ? undefined : at + 1;
  },
  tokenizer(src): FootnoteToken | undefined {
    const begin = BEGIN.exec(src);
    if (begin === null) return undefined;
    const raw = takeLines(src);
    const body = raw
      .slice(begin[0].length)
      .split('\n')
      .map((line) => line.replace(/^(?: {1,4}|\t)/, ''))
      .join('\n');
    const label = (begin[1] ?? '').toLowerCase();
    return { type: 'footnote', raw, label, tokens: this.lexer.blockTokens(body.trim(), []) };
  },
};

/** The first line, what continues it below, and after empty lines only what is indented. */
function takeLines(src: string): string {
  const lines = src.split(/(?<=\n)/);
  let taken = 1;
  let empty = 0;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') empty++;
    else if (INDENTED.test(line) || (empty === 0 && !OTHER_BLOCK.test(line))) {
      taken = at + 1;
      empty = 0;
    } else break;
  }
  return lines.slice(0, taken).join('');
}

export const footnoteMark: TokenizerExtension = {
  name: 'footnoteMark',
  level: 'inline',
  start: (src) => {
    const at = src.indexOf('[^');
    return at < 0 ? undefined : at;
  },
  tokenizer: (src): FootnoteMarkToken | undefined => {
    const found = /^\[\^([^\]\s]+)\](?!\()/.exec(src);
    return found === null ? undefined : { type: 'footnoteMark', raw: found[0], label: (found[1] ?? '').toLowerCase() };
  },
};

/** The labels that a text refers to, in their order; a rough look that costs no parse. In code they are none. */
export function footnoteMarksIn(raw: string): string[] {
  return [...raw.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/gs, '').matchAll(/\[\^([^\]\s]+)\](?![:(])/g)].map((found) =>
    (found[1] ?? '').toLowerCase(),
  );
}
