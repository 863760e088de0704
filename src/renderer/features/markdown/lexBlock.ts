import remend from 'remend';
import type { MarkdownBlock } from './splitBlocks';
import { pageLexer } from './syntax/pageLexer';
import { pageTokens, type PageToken } from './syntax/tokens';

/** What is written in them is no markdown, so nothing in them is ever half-said. */
const VERBATIM = new Set(['code', 'math', 'html']);

/**
 * The tokens of one block, inline ones included. `open` marks the end of an answer that is still coming: marks that
 * have been opened there (`**bo`) are closed, so that what is half-said looks like what it will become.
 */
export function lexBlock(block: Pick<MarkdownBlock, 'raw' | 'kind' | 'definitions'>, open: boolean): PageToken[] {
  const raw = open ? healed(block) : block.raw;
  const text = block.definitions === '' ? raw : `${raw}\n\n${block.definitions}\n`;
  return pageTokens(pageLexer().lex(text));
}

/** One or two of the three ticks of a fence: a moment later they are no text, so they are not shown as any. */
const PART_OF_FENCE = /(^|\n)((?:[ \t]|[-*+>][ \t]|\d+[.)][ \t])*)(?:`{1,2}|~{1,2})$/;

function healed({ raw, kind }: Pick<MarkdownBlock, 'raw' | 'kind'>): string {
  const whole = raw.replace(PART_OF_FENCE, '$1$2');
  return VERBATIM.has(kind) ? whole : remend(whole, { linkMode: 'text-only', katex: false });
}
