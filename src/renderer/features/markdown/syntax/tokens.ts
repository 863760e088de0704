import type { MarkedToken, Token } from 'marked';

/** A formula: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` on its own. */
export interface MathToken {
  type: 'math' | 'inlineMath';
  raw: string;
  tex: string;
  display: boolean;
}

/** `[^label]: …`, and what it says. */
export interface FootnoteToken {
  type: 'footnote';
  raw: string;
  label: string;
  tokens: Token[];
}

/** `[^label]` in a line; a reference only where the text has a footnote of that name. */
export interface FootnoteMarkToken {
  type: 'footnoteMark';
  raw: string;
  label: string;
}

/** All that an answer is drawn from. */
export type PageToken = MarkedToken | MathToken | FootnoteToken | FootnoteMarkToken;

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
  'footnote',
  'footnoteMark',
  'heading',
  'hr',
  'html',
  'image',
  'inlineMath',
  'link',
  'list',
  'list_item',
  'math',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

const isPageToken = (token: Token | PageToken): token is PageToken => KNOWN.has(token.type);

export const pageTokens = (tokens: readonly (Token | PageToken)[] | undefined): PageToken[] =>
  (tokens ?? []).filter(isPageToken);
