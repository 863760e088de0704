import type { ReactNode } from 'react';
import { type PackedTokens, TOKEN_WIDTH } from './highlight/tokenizer';

/** One line of code in its colours. */
export function CodeLine({ text, line, tokens }: { text: string; line: number; tokens: PackedTokens | null }) {
  return <code>{tokens === null ? text : coloured(text, line, tokens)}</code>;
}

function coloured(text: string, line: number, tokens: PackedTokens): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (let index = 0; index < tokens.length; index += TOKEN_WIDTH) {
    if (tokens[index] !== line) continue;
    const start = tokens[index + 1] ?? 0;
    const end = tokens[index + 2] ?? 0;
    if (start > at) parts.push(text.slice(at, start));
    parts.push(
      <span key={start} className={`tk${tokens[index + 3] ?? 0}`}>
        {text.slice(start, end)}
      </span>,
    );
    at = end;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
