import { Lexer, type MarkedToken, type Token } from 'marked';
import remend from 'remend';
import type { MarkdownBlock } from './splitBlocks';

/**
 * The tokens of one block, inline ones included. `open` marks the end of an answer that is still coming: marks that
 * have been opened there (`**bo`) are closed, so that what is half-said looks like what it will become.
 */
export function lexBlock(block: Pick<MarkdownBlock, 'raw' | 'kind' | 'definitions'>, open: boolean): MarkedToken[] {
  const raw = open && block.kind !== 'code' ? remend(block.raw, { linkMode: 'text-only' }) : block.raw;
  const text = block.definitions === '' ? raw : `${raw}\n\n${block.definitions}\n`;
  return new Lexer({ gfm: true }).lex(text).filter(isKnown);
}

/** marked's own kinds: extensions would add others, and we use none. */
const KNOWN = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

export const isKnown = (token: Token): token is MarkedToken => KNOWN.has(token.type);
