import type { TokenizerExtension } from 'marked';
import type { MathToken } from './tokens';

/** A formula has no empty line, as in TeX itself: what is open at one stays text, and no formula reaches over blocks. */
const DOLLARS = /^ {0,3}\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S])+?)\$\$[ \t]*(?:\n+|$)/;
const BRACKETS = /^ {0,3}\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])+?)\\\][ \t]*(?:\n+|$)/;
const BLOCK_BEGIN = /\n {0,3}(?:\$\$|\\\[)/;

const INLINE_DOLLAR = /^\$((?:[^\\$`\n]|\\[\s\S]|\n(?![ \t]*\n))+?)\$(?![\w$])/;
const INLINE_DOLLARS = /^\$\$((?:[^$`\n]|\n(?![ \t]*\n))+?)\$\$(?!\$)/;
const INLINE_ROUND = /^\\\(((?:(?!\\\)|\n[ \t]*\n)[\s\S])+?)\\\)/;
const INLINE_SQUARE = /^\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])+?)\\\]/;

/** What only formulas have. */
const TEX = /[\\^_={}<>+*]/;

export const blockMath: TokenizerExtension = {
  name: 'math',
  level: 'block',
  start: (src) => {
    const paragraph = firstParagraph(src);
    const at = BLOCK_BEGIN.exec(paragraph)?.index;
    return at === undefined ? undefined : at + 1;
  },
  tokenizer: (src): MathToken | undefined => {
    const found = DOLLARS.exec(src) ?? BRACKETS.exec(src);
    const tex = found?.[1]?.trim() ?? '';
    return found === null || tex === '' ? undefined : { type: 'math', raw: found[0], tex, display: true };
  },
};

export const inlineMath: TokenizerExtension = {
  name: 'inlineMath',
  level: 'inline',
  // `US$5` and `a$b` are no beginnings; neither is `\$`, which marked's own escape takes.
  start: (src) => {
    for (let at = src.indexOf('$'); at >= 0; at = src.indexOf('$', at + 1)) {
      if (at === 0 || !/[\w$\\]/.test(src.charAt(at - 1))) return at;
    }
    return undefined;
  },
  tokenizer: (src) => inlineFormula(src),
};

/** Whether a block begins as a formula that has not been closed. */
export const isOpenFormula = (raw: string): boolean => /^ {0,3}(?:\$\$(?![\s\S]*\$\$)|\\\[(?![\s\S]*\\\]))/.test(raw);

function inlineFormula(src: string): MathToken | undefined {
  if (src.startsWith('$$')) return formula(INLINE_DOLLARS.exec(src), true);
  if (src.startsWith('$')) {
    const found = INLINE_DOLLAR.exec(src);
    return isProse(found?.[1] ?? ' ') ? undefined : formula(found, false);
  }
  if (src.startsWith('\\(')) return formula(INLINE_ROUND.exec(src), false);
  // An escaped bracket is far more often a bracket than a formula.
  if (!src.startsWith('\\[')) return undefined;
  const found = INLINE_SQUARE.exec(src);
  return found !== null && TEX.test(found[1] ?? '') ? formula(found, true) : undefined;
}

function formula(found: RegExpExecArray | null, display: boolean): MathToken | undefined {
  const tex = found?.[1]?.trim() ?? '';
  return found === null || tex === '' ? undefined : { type: 'inlineMath', raw: found[0], tex, display };
}

/** `$5 and 10$`, `$HOME/bin:$`: money and shells, not formulas. */
function isProse(between: string): boolean {
  if (/^\s|\s$/.test(between)) return true;
  return /^\d/.test(between) && /[A-Za-z]{2,}|\s-\s|,\s/.test(between) && !TEX.test(between);
}

/** Formulas of one line of text with their insides blanked: a `*` in one is no emphasis around it. Same length. */
export function maskFormulas(text: string): string {
  if (!/\$|\\\(/.test(text)) return text;
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    const begins = char === '$' ? !/[\w$\\]/.test(text.charAt(at - 1)) : char === '\\';
    const found = begins ? inlineFormula(text.slice(at)) : undefined;
    masked += found === undefined ? char : `[${'a'.repeat(found.raw.length - 2)}]`;
    at += found?.raw.length ?? 1;
  }
  return masked;
}

/** marked asks at every paragraph where the next block begins; only the paragraph itself needs to be looked through. */
export function firstParagraph(src: string): string {
  const end = /\n[ \t]*\n/.exec(src)?.index;
  return end === undefined ? src : src.slice(0, end + 1);
}
