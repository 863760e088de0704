import type { Tokens } from 'marked';
import { type PageToken, pageTokens } from './syntax/tokens';

export type AlertKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** GitHub's `> [!NOTE]`: the kind, and the quote without its mark; of any other quote all that is in it. */
export function readQuote(quote: Tokens.Blockquote): { alert: AlertKind | null; tokens: PageToken[] } {
  const [first, ...rest] = pageTokens(quote.tokens);
  const plain = { alert: null, tokens: pageTokens(quote.tokens) };
  if (first?.type !== 'paragraph') return plain;
  const [words, ...others] = first.tokens;
  const found = words?.type === 'text' ? MARK.exec(words.raw) : null;
  if (words === undefined || found === null) return plain;
  const behind = words.raw.slice(found[0].length);
  const line = [...(behind === '' ? [] : [{ ...words, raw: behind, text: behind }]), ...others];
  return {
    alert: kindOf(found[1] ?? ''),
    tokens: line.length === 0 ? rest : [{ ...first, tokens: line }, ...rest],
  };
}

function kindOf(word: string): AlertKind {
  switch (word.toLowerCase()) {
    case 'tip':
      return 'tip';
    case 'important':
      return 'important';
    case 'warning':
      return 'warning';
    case 'caution':
      return 'caution';
    default:
      return 'note';
  }
}
