import { healCut, MARKS_ALONE } from './healCut';
import { healEnd, NO_TEXT_YET, trimEnd, withoutMark } from './healEnd';
import type { MarkdownBlock } from './splitBlocks';
import { pageLexer } from './syntax/pageLexer';
import { pageTokens, type PageToken } from './syntax/tokens';

/** What is written in them is no markdown, so nothing in them is ever half-said. */
const VERBATIM = new Set(['code', 'math', 'html']);

/**
 * The tokens of one block, inline ones included. `open` marks the end of an answer that is still coming: marks that
 * have been opened there (`**bo`) are closed, so that what is half-said looks like what it will become. `cut`: nothing more
 * comes, since the answer was broken off there.
 */
export function lexBlock(
  block: Pick<MarkdownBlock, 'raw' | 'kind' | 'definitions'>,
  open: boolean,
  cut = false,
): PageToken[] {
  const { kind, definitions } = block;
  const heals = open && !VERBATIM.has(kind);
  const healed = (raw: string): string => (cut ? healCut(raw, kind) : healEnd(raw, kind, definitions !== ''));
  const raw = heals ? healed(block.raw) : open ? withoutMark(block.raw) : block.raw;
  const tokens = pageLexer().lex(definitions === '' ? raw : `${raw}\n\n${definitions}\n`);
  if (heals)
    trimEnd(
      tokens.filter(({ type }) => type !== 'def' && type !== 'space'),
      cut ? MARKS_ALONE : NO_TEXT_YET,
    );
  return pageTokens(tokens);
}
