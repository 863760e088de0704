import type { Token, Tokens } from 'marked';
import remend from 'remend';
import { CONTAINERS } from './containers';
import { tableBegun } from './tableBegun';

/*
 * The end of an answer that is still coming, as what it will most likely become: marks that have begun are closed, and those
 * of which one cannot tell yet what they are (a `*` at the begin of a line: a list, or bold words) wait for the next letter.
 */

/** The begin of a heading, a list, a rule, a line under a heading, a fence, bold words. */
const BEGUN = /^(?:[-*_]+|=+|\+|#{1,6}|\d{1,2}[.)]?|`{1,2}|~{1,2})[ \t]*$/;

/** A block of markdown of marked's `kind`. `hasLinks`: the text defines links that it names. */
export function healEnd(raw: string, kind: string, hasLinks: boolean): string {
  if (endsInFence(raw)) return withoutMark(raw);
  const lines = raw.replaceAll('\r\n', '\n');
  // marked makes a line break of the space behind a last item that has no words yet.
  const text = withoutBegunLine(kind === 'list' ? lines.replace(/\n$/, ' ') : lines);
  const paragraph = text.lastIndexOf('\n\n') + 1;
  const end = closeCode(withoutHalfLink(text.slice(paragraph), hasLinks));
  const closed = withoutPlaceholder(remend(text.slice(0, paragraph) + closeEmphasis(asTex(end)), REMEND));
  return tableBegun(closed) ?? closed;
}

/** The address that remend gives to the one picture without one; it is none to show. */
const PLACEHOLDER = '](streamdown:incomplete-image)';

function withoutPlaceholder(text: string): string {
  const end = text.lastIndexOf(PLACEHOLDER);
  if (end === -1) return text;
  const rest = text.slice(end + PLACEHOLDER.length);
  let open = 1;
  for (let at = end - 1; at >= 0 && text[at] !== '\n'; at -= 1) {
    if (text[at] === ']') open += 1;
    else if (text[at] === '[') open -= 1;
    if (open === 0) return text.slice(0, at).replace(/!$/, '') + text.slice(at + 1, end) + rest;
  }
  return text.slice(0, end) + rest;
}

/** It closes what is struck out, and leaves out halves of links and tags; the rest is done here, one in the other. */
const REMEND = {
  linkMode: 'text-only',
  bold: false,
  italic: false,
  boldItalic: false,
  images: false,
  inlineCode: false,
  katex: false,
  setextHeadings: false,
} as const;

/** One or two of the three ticks that end a fence: a moment later they are no code, so they are not shown as any. */
export const withoutMark = (raw: string): string =>
  raw.replace(/(^|\n)((?:[ \t]|[-*+>][ \t]|\d+[.)][ \t])*)(?:`{1,2}|~{1,2})$/, '$1$2');

/** Whether what is written next is code of a fence inside of a list or a quote. */
export function endsInFence(raw: string): boolean {
  if (!/`{3}|~{3}/.test(raw)) return false;
  let fence: string | null = null;
  for (const line of raw.split('\n')) {
    const mark = /^(?:`{3,}|~{3,})/.exec(line.replace(CONTAINERS, ''))?.[0];
    if (mark === undefined) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && line.trim().endsWith(mark)) fence = null;
  }
  return fence !== null;
}

function withoutBegunLine(raw: string): string {
  const at = raw.lastIndexOf('\n') + 1;
  const line = raw.slice(at);
  const containers = CONTAINERS.exec(line)?.[0] ?? '';
  const rest = line.slice(containers.length);
  // An item without words: below a line of text its mark would make a heading of that.
  const withoutItem = raw.slice(0, at) + containers.replace(/(?:[-*+]|\d{1,9}[.)])[ \t]+$/, '');
  if (rest === '' || BEGUN.test(rest)) return withoutItem;
  // The kind of a remark is no text of it.
  if (/>[ \t]?$/.test(containers) && /^\[!\w{0,9}\]?[ \t]*$/.test(rest)) return raw.slice(0, at) + containers;
  if (!/(?:[-*+]|\d[.)])[ \t]$/.test(containers)) return raw;
  // The box of a task: until it is whole it may be a link, and it is one only before a word.
  if (/^\[[ xX]?$/.test(rest)) return withoutItem;
  return /^\[[ xX]\][ \t]*$/.test(rest) ? `${raw.trimEnd()} \u200b` : raw;
}

/** Of a link or a picture that is still being written its words. */
const withoutHalfLink = (text: string, hasLinks: boolean): string =>
  wordsOfHalf(wordsOfHalf(text, HALF_PICTURE, '$1'), hasLinks ? HALF_LINK : HALF_LINK_OR_WORDS, '$1$2');

/** Looks from the last bracket before what is closed: from each one before it the way to there would be gone for nothing. */
function wordsOfHalf(text: string, half: RegExp, words: string): string {
  const closed = Math.max(0, text.lastIndexOf(')'), text.lastIndexOf('\n'));
  const from = Math.max(0, text.lastIndexOf('[', closed) - 2);
  return text.slice(0, from) + text.slice(from).replace(half, words);
}

const HALF_PICTURE = /!\[([^\][\n]*)(?:\](?:\([^)\n]*)?)?$/;
const HALF_LINK = /(^|[^\\!\]])\[(?!\^)([^\][\n]+)(?:\]\([^)\n]*)?$/;
/** Words in brackets are a link of the text's definitions, or will be one. */
const HALF_LINK_OR_WORDS = /(^|[^\\!\]])\[(?!\^)([^\][\n]+)(?:\](?:\([^)\n]*)?)?$/;

/** Closed before anything around it is: in `**a `b` the tick ends first. */
export function closeCode(text: string): string {
  if (!text.includes('`')) return text;
  let open: string | null = null;
  for (const found of text.matchAll(/\\`|`+/g)) {
    if (open === null && found[0].startsWith('`')) open = found[0];
    else if (found[0] === open || found[0] === `\\${open}`) open = null;
  }
  if (open === null) return text;
  const ticks = /`+$/.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - ticks.length);
  // Either nothing is in it yet, or its end has begun.
  return ticks.length >= open.length ? before : before + open;
}

/** A formula in a line that has begun is shown as such, and not as emphasis between its signs. */
export function asTex(text: string): string {
  const round = text.lastIndexOf('\\(');
  const at = round > text.lastIndexOf('\\)') ? round : (/(?:^|[^\w$\\`])(\$(?=\S)[^$`\n]*)$/.exec(text)?.index ?? -1);
  const tex = at < 0 ? '' : text.slice(at).replace(/^[^$\\]/, '');
  // The sign that ends one: `$a_1$.[^n`.
  if (at !== round && CLOSES_TEX.test(text.slice(0, text.length - tex.length + 1))) return text;
  if (tex.includes('`') || (at !== round && !/\\[a-zA-Z]|[_^][{\w]/.test(tex))) return text;
  return tex === '' ? text : `${text.slice(0, text.length - tex.length)}\`${tex}\``;
}

const CLOSES_TEX = /(?:^|[^\w$\\`])\$(?!\s)[^$`\n]*[^\s$`]\$$/;

/** Escapes, code and beginnings of items, in which and beyond which no emphasis goes on; runs of its marks. */
const EMPHASIS = /\\.|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\n[ \t>]*(?:[-*+]|\d+[.)])[ \t]|\*+|_+/g;

/** `**a *b` ends as `**a *b***`. Roughly CommonMark's rule; marks inside of words are none. */
export function closeEmphasis(given: string): string {
  const text = given.replace(/(?<=[\s(])(?:\*{1,3}|_{1,3}|~{1,2})$/, '');
  let open: { mark: string; length: number }[] = [];
  // Below it nothing of the mark is open: what closes nothing would else look through all that is, again and again.
  let none = { '*': 0, _: 0 };
  for (const { 0: run, index } of text.matchAll(EMPHASIS)) {
    const mark = run.charAt(0);
    if (mark === '\n') [open, none] = [[], { '*': 0, _: 0 }];
    if (mark !== '*' && mark !== '_') continue;
    const before = text.charAt(index - 1);
    const after = text.charAt(index + run.length);
    let { length } = run;
    if (/\S/.test(before) && !(mark === '_' && isWord(after))) {
      for (let at = open.length - 1; at >= none[mark] && length > 0; at--) {
        const one = open[at];
        if (one?.mark !== mark) continue;
        const taken = Math.min(one.length, length);
        length -= taken;
        one.length -= taken;
        open.length = one.length === 0 ? at : at + 1;
      }
      if (length > 0) none[mark] = open.length;
      none = { '*': Math.min(none['*'], open.length), _: Math.min(none['_'], open.length) };
    }
    if (length > 0 && length <= 3 && /\S/.test(after) && !isWord(before)) open.push({ mark, length });
  }
  const words = text.trimEnd();
  return (
    words +
    open
      .map(({ mark, length }) => mark.repeat(length))
      .toReversed()
      .join('') +
    text.slice(words.length)
  );
}

const isWord = (character: string): boolean => /\w/.test(character);

/** What stands at the very end and is no text yet: marks without words, half a character reference, a lone bracket. */
export const NO_TEXT_YET = /(?:\\|[*_~`]+|!?\[|(?<!\S)!|&(?:amp;)?#?\w{0,9}|<\/?(?:br?)?\s*\/?|\$\$?)$/i;

/** Takes it out of the last of the tokens, which are its own. */
export function trimEnd(tokens: readonly Token[], what: RegExp): void {
  const last = tokens.at(-1);
  if (last === undefined) return;
  if (last.type === 'list') trimEnd(last['items'].at(-1)?.tokens ?? [], what);
  else if (last.type === 'table') trimEnd(lastCell(last['rows'].at(-1) ?? last['header'])?.tokens ?? [], what);
  else if ('tokens' in last && last.tokens !== undefined) trimEnd(last.tokens, what);
  else if (last.type === 'text') last['text'] = last['text'].replace(what, '');
}

/** A row that is being written is filled up with empty ones. */
const lastCell = (row: readonly Tokens.TableCell[]): Tokens.TableCell | undefined =>
  row.findLast(({ text }) => text !== '');
