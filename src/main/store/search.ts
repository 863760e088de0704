import type { SearchPage, SnippetPart } from '@shared/ipc/views';
import type { Item } from '@shared/session/item';
import type { Database } from './database';
import { searchText } from './searchText';
import { storedJson } from './storedJson';

export interface SearchQuery {
  /** Words that must all be found, in any order; in Chinese any run of characters is one. Case does not count. */
  text: string;
  /** At most this many hits, newest first. */
  limit: number;
  /** `next` of the page before. */
  before?: number;
}

/** A single Latin letter may begin thousands of trigrams; the rest of them would only cost time. */
const MAX_SHORT_TERMS = 4000;
const SNIPPET_BEFORE = 40;
const SNIPPET_LENGTH = 200;

/** Over settled items only: what is still open has no index entry yet and is in memory. */
export function searchItems(database: Database, { text, limit, before }: SearchQuery): SearchPage {
  const words = text.split(/[\s\0]+/).filter((word) => word !== '');
  const match = matchExpression(database, words);
  if (match === null) return { hits: [], next: null };
  const rows = database.all<{ id: number; session_id: string; ordinal: number; json: string }>(
    `select item.id, item.session_id, item.ordinal, item.json
     from item_text join item on item.id = item_text.rowid
     where item_text match ? and item_text.rowid < ? order by item_text.rowid desc limit ?`,
    match,
    before ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  );
  const pattern = new RegExp(words.map(escapePattern).join('|'), 'giu');
  const hits = rows.slice(0, limit).map((row) => {
    const item = storedJson<Item>(row.json);
    return {
      sessionId: row.session_id,
      ordinal: row.ordinal,
      at: item.at,
      snippet: snippetOf(searchText(item), pattern),
    };
  });
  return { hits, next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null };
}

/** null where nothing can match. */
function matchExpression(database: Database, words: readonly string[]): string | null {
  const terms: string[] = [];
  for (const word of words) {
    if (Array.from(word).length >= 3) {
      terms.push(quoted(word));
      continue;
    }
    const trigrams = trigramsFrom(database, word.toLowerCase());
    if (trigrams.length === 0) return null;
    terms.push(`(${trigrams.map(quoted).join(' OR ')})`);
  }
  return terms.length > 0 ? terms.join(' AND ') : null;
}

/**
 * The trigrams in the index that begin with `prefix` (1 or 2 characters, lower case). Jumps from one to the next: a range
 * over fts5vocab would read every entry of each of them, which at 500 MB is the whole index of "the".
 */
function trigramsFrom(database: Database, prefix: string): string[] {
  const found: string[] = [];
  let from = prefix;
  while (found.length < MAX_SHORT_TERMS) {
    const row = database.get<{ term: string }>('select term from item_text_term where term >= ? limit 1', from);
    if (!row?.term.startsWith(prefix)) break;
    found.push(row.term);
    from = `${row.term}\u0001`;
  }
  return found;
}

function snippetOf(text: string, pattern: RegExp): SnippetPart[] {
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

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
