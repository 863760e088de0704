import type { Tokens } from 'marked';
import { decodeEntities } from '@shared/session/entityTable';
import { type PageToken, pageTokens } from './syntax/tokens';

/** RFC 4180: what holds a comma, a quote or a line break is quoted, lines end in CR LF. */
export function tableAsCsv({ header, rows }: Pick<Tokens.Table, 'header' | 'rows'>): string {
  return [header, ...rows].map((row) => row.map(({ tokens }) => field(plainText(tokens))).join(',')).join('\r\n');
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Inline text without its marks: what a reader sees. */
export function plainText(tokens: Tokens.TableCell['tokens']): string {
  return pageTokens(tokens).map(wordsOf).join('').trim();
}

function wordsOf(token: PageToken): string {
  if (token.type === 'br' || (token.type === 'html' && /^<br\s*\/?>$/i.test(token.raw.trim()))) return '\n';
  if (token.type === 'image') return decodeEntities(token.text);
  if ('tokens' in token && token.tokens !== undefined) return plainTextOf(token.tokens);
  if (token.type === 'text') return decodeEntities(token.text);
  return token.type === 'codespan' || token.type === 'escape' ? token.text : token.raw;
}

const plainTextOf = (tokens: Parameters<typeof pageTokens>[0]): string => pageTokens(tokens).map(wordsOf).join('');
