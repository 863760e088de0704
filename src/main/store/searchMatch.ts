import type { SearchKind, SnippetPart } from '@shared/ipc/search';
import type { Item } from '@shared/session/item';

/** What a query's text means, the same for what is stored and for what is being said right now. */

const SNIPPET_BEFORE = 40;
const SNIPPET_LENGTH = 200;

export const wordsOf = (text: string): string[] => text.split(/[\s\0]+/).filter((word) => word !== '');

export const patternOf = (words: readonly string[]): RegExp =>
  new RegExp(words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu');

export function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.length > 0 && words.every((word) => lower.includes(word.toLowerCase()));
}

/** null: of a kind in which nothing is searched. */
export function searchKind(item: Item): SearchKind | null {
  switch (item.kind) {
    case 'message':
      return item.role === 'user' ? 'prompt' : 'answer';
    case 'toolCall':
    case 'subtask':
    case 'image':
      return 'tool';
    case 'plan':
    case 'request':
      return 'ask';
    case 'thought':
    case 'notice':
    case 'raw':
      return null;
  }
}

export function snippetOf(text: string, pattern: RegExp): SnippetPart[] {
  const first = text.search(pattern);
  const start = Math.max(0, first - SNIPPET_BEFORE);
  const shown = text
    .slice(start, start + SNIPPET_LENGTH)
    .replaceAll(/\s/g, ' ')
    // The cuts may have gone through a pair.
    .replaceAll(/[\uD800-\uDFFF]/gu, '');
  const parts: SnippetPart[] = [];
  let end = 0;
  for (const found of shown.matchAll(pattern)) {
    if (found.index > end) parts.push({ text: shown.slice(end, found.index), match: false });
    parts.push({ text: found[0], match: true });
    end = found.index + found[0].length;
  }
  if (end < shown.length) parts.push({ text: shown.slice(end), match: false });
  return parts;
}
