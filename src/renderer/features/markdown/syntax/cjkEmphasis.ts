import { Tokenizer, type Tokens } from 'marked';
import { CHINESE_MARKS } from '../urlsIn';

/*
 * CommonMark decides by spaces and punctuation whether `**` can open or close emphasis. Chinese, Japanese and Korean have no
 * spaces between words, so `**强调。**后文` would stay as it is written. As in the "CJK-friendly" amendment to CommonMark:
 * their punctuation counts as letters, and beside one of their characters other punctuation needs no space.
 */

const CJK_CHARACTER = String.raw`\u1100-\u11ff\u2e80-\u303f\u3040-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef`;
const CJK = new RegExp(`[${CJK_CHARACTER}]|[\u{20000}-\u{3fffd}]`, 'u');
const ADDRESS_END = new RegExp(`[${CHINESE_MARKS}]`);
const PUNCTUATION = /[\p{P}\p{S}]/u;

export const hasCjk = (text: string): boolean => CJK.test(text);

/** Whether marks between these two are read as between letters. */
const joins = (before: string, after: string): boolean =>
  before.trim() !== '' && after.trim() !== '' && (CJK.test(before) || CJK.test(after));

/** In what the closing marks are looked for: punctuation beside marks that stand next to CJK becomes a letter. Same length. */
export function maskCjk(text: string): string {
  if (!/[*~]/.test(text) || !hasCjk(text)) return text;
  const units = text.split('');
  for (const run of text.matchAll(/\*+|~+/g)) {
    const end = run.index + run[0].length;
    const before = characterBefore(text, run.index);
    const after = characterAt(text, end);
    if (!joins(before, after)) continue;
    if (PUNCTUATION.test(before)) units.fill('a', run.index - before.length, run.index);
    if (PUNCTUATION.test(after)) units.fill('a', end, end + after.length);
  }
  return units.join('');
}

const characterAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

function characterBefore(text: string, at: number): string {
  const pair = at >= 2 ? characterAt(text, at - 2) : '';
  return pair.length === 2 ? pair : text.charAt(at - 1);
}

/** Opens emphasis by the same rule: marked looks at the text itself for what follows, and is told what stands before. */
export class CjkTokenizer extends Tokenizer {
  override emStrong(src: string, masked: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    return super.emStrong(src, masked, src.startsWith('*') ? opening(src, masked, before) : before);
  }

  /** GitHub takes an address to end at a space, which Chinese does not have. */
  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src);
    const end = link === undefined ? -1 : link.raw.search(ADDRESS_END);
    return end < 0 ? link : super.url(src.slice(0, end));
  }

  override del(src: string, masked: string, before = ''): Tokens.Del | undefined {
    return super.del(src, masked, opening(src, masked, before));
  }
}

function opening(src: string, masked: string, before: string): string {
  if (before === '') return before;
  const mark = src.charAt(0);
  let length = 1;
  while (src.charAt(length) === mark) length++;
  const at = masked.length - src.length;
  const whole = characterBefore(masked, at);
  const after = characterAt(src, length);
  return before !== mark && PUNCTUATION.test(after) && joins(whole === 'a' ? before : whole, after) ? '' : before;
}
