import { type PackedTokens, TOKEN_WIDTH } from '../markdown/highlight/tokenizer';

/** The tokens of each line, so that a line that is drawn does not go through those of all. They come sorted by line. */
export function linesOfTokens(tokens: PackedTokens): ReadonlyMap<number, PackedTokens> {
  const lines = new Map<number, PackedTokens>();
  let from = 0;
  while (from < tokens.length) {
    const line = tokens[from] ?? 0;
    let to = from;
    while (to < tokens.length && tokens[to] === line) to += TOKEN_WIDTH;
    lines.set(line, tokens.subarray(from, to));
    from = to;
  }
  return lines;
}
