import remend from 'remend';
import { CONTAINERS } from './containers';
import { asTex, closeCode, closeEmphasis, endsInFence, withoutMark } from './healEnd';
import { tableBegun } from './tableBegun';

/*
 * The end of an answer that was stopped or failed in its midst, as one read it when it streamed. Nothing more comes that could
 * tell what was meant, and it may have been whole: so marks that have begun are closed, marks without words and half an address
 * are left out, and no letter, digit or sign that may be text is.
 */

/** A line of marks that are none yet; three make a rule. */
const BEGUN = /^(?:[-*_]{1,2}|=|\+|#{1,6}|`{1,2}|~{1,2})[ \t]*$/;

/** What may be left at the very end of the last words. */
export const MARKS_ALONE = /(?:\*{2,3}|_{2,3}|~~|`{2})$/;

/** A block of markdown, the last of a text that was broken off. */
export function healCut(raw: string, kind: string): string {
  if (endsInFence(raw)) return withoutMark(raw);
  const lines = raw.replaceAll('\r\n', '\n');
  // As in healEnd: of a last item without words.
  const text = withoutBegunLine(kind === 'list' ? lines.replace(/\n$/, ' ') : lines);
  const paragraph = text.lastIndexOf('\n\n') + 1;
  const end = closeEmphasis(asTex(closeCode(withoutHalfAddress(text.slice(paragraph)))));
  const closed = remend(text.slice(0, paragraph) + end, STRIKE_ALONE);
  return tableBegun(closed) ?? closed;
}

/** The rest is done here, or is what people may have meant. */
const STRIKE_ALONE = {
  bold: false,
  italic: false,
  boldItalic: false,
  images: false,
  links: false,
  htmlTags: false,
  inlineCode: false,
  katex: false,
  setextHeadings: false,
  comparisonOperators: false,
} as const;

function withoutBegunLine(raw: string): string {
  const at = raw.lastIndexOf('\n') + 1;
  const line = raw.slice(at);
  const containers = CONTAINERS.exec(line)?.[0] ?? '';
  const rest = line.slice(containers.length);
  if (rest !== '' && !BEGUN.test(rest)) return raw;
  return raw.slice(0, at) + containers.replace(/[-*+][ \t]+$/, '');
}

/** Of `[words](https://exa` the words: half an address leads nowhere. */
function withoutHalfAddress(text: string): string {
  const from = Math.max(0, text.lastIndexOf('[', text.lastIndexOf('](')) - 2);
  return text.slice(0, from) + text.slice(from).replace(/(^|[^\\!\]])!?\[(?!\^)([^\][\n]+)\]\([^)\n]*$/, '$1$2');
}
