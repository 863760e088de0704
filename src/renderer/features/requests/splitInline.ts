import type { Token } from 'marked';

/**
 * What stands in a line of text, for each line of its source: a mark that goes over a line's end is closed there and opened
 * again. Always one more than there are line ends in the source.
 */
export function splitInline(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    const [first = [], ...others] = partsOf(token);
    lines.at(-1)?.push(...first);
    lines.push(...others);
  }
  return lines;
}

function partsOf(token: Token): Token[][] {
  const ends = token.raw.split('\n').length - 1;
  if (ends === 0) return [[token]];
  const parts = cut(token).slice(0, ends + 1);
  // An end inside of what is not shown: the address of a link, a comment.
  while (parts.length <= ends) parts.push([]);
  return parts;
}

function cut(token: Token): Token[][] {
  if (token.type === 'br') return [[]];
  if ('tokens' in token && token.tokens !== undefined) {
    return splitInline(token.tokens).map((inner) => [{ ...token, tokens: inner }]);
  }
  if (token.type === 'codespan') {
    const inner = /^(`+)([\s\S]*)\1$/.exec(token.raw)?.[2] ?? token.raw;
    return inner.split('\n').map((text) => [{ ...token, raw: text, text: text.trim() }]);
  }
  if (token.type === 'text') {
    return token.raw.split('\n').map((text) => (text === '' ? [] : [{ ...token, raw: text, text }]));
  }
  return [[token]];
}
