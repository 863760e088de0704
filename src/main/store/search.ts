import type { SearchHit, SearchKind, SearchPage, SearchQuery } from '@shared/ipc/search';
import type { Item } from '@shared/session/item';
import type { Database } from './database';
import { patternOf, searchKind, snippetOf, wordsOf } from './searchMatch';
import { searchText } from './searchText';
import { storedJson } from './storedJson';

/** A single Latin letter may begin thousands of trigrams; the rest of them would only cost time. */
const MAX_SHORT_TERMS = 4000;
/** Items looked at in one go where a filter may pass over most of them. */
const PASS = 4096;
/** What a filter lets through may be far back: after so long what was found is given, with where to go on. */
const MAX_MS = 200;

interface Row {
  id: number;
  session_id: string;
  ordinal: number;
  json: string;
}

/** Over settled items only: what is still open has no index entry yet and is in memory. */
export function searchItems(database: Database, query: SearchQuery, now = () => performance.now()): SearchPage {
  const words = wordsOf(query.text);
  const match = matchExpression(database, words);
  if (match === null) return { hits: [], next: null };
  const filter = filterOf(query);
  const bounds = query.sessionId === undefined ? null : idsOf(database, query.sessionId);
  const lowest = bounds?.lowest ?? 0;
  const pass = filter.sql === '' ? query.limit + 1 : PASS;
  const began = now();
  const rows: Row[] = [];
  let below = Math.min(query.before ?? Number.MAX_SAFE_INTEGER, (bounds?.highest ?? Number.MAX_SAFE_INTEGER - 1) + 1);
  let isDone = false;
  while (!isDone && rows.length <= query.limit) {
    const ids = database.all<{ id: number }>(
      `select rowid as id from item_text where item_text match ? and rowid < ? and rowid >= ?
       order by rowid desc limit ?`,
      match,
      below,
      lowest,
      pass,
    );
    const last = ids.at(-1);
    isDone = ids.length < pass;
    if (last === undefined) break;
    rows.push(...passing(database, ids, filter, query.limit + 1 - rows.length));
    below = last.id;
    if (now() - began > MAX_MS) break;
  }
  const pattern = patternOf(words);
  const shown = rows.slice(0, query.limit);
  const hits = shown.map((row) => hitOf(row, pattern));
  const next = rows.length > query.limit ? (shown.at(-1)?.id ?? null) : isDone ? null : below;
  return { hits, next };
}

function passing(database: Database, ids: readonly { id: number }[], filter: Filter, limit: number): Row[] {
  return database.all<Row>(
    `select item.id, item.session_id, item.ordinal, item.json from json_each(?) as found
     join item on item.id = found.value join session on session.id = item.session_id
     ${filter.sql === '' ? '' : `where ${filter.sql}`} order by item.id desc limit ?`,
    JSON.stringify(ids.map(({ id }) => id)),
    ...filter.values,
    limit,
  );
}

function hitOf(row: Row, pattern: RegExp): SearchHit {
  const item = storedJson<Item>(row.json);
  return {
    sessionId: row.session_id,
    ordinal: row.ordinal,
    kind: searchKind(item) ?? 'answer',
    at: item.at,
    snippet: snippetOf(searchText(item), pattern),
  };
}

interface Filter {
  sql: string;
  values: (string | number)[];
}

const KIND_SQL: Record<SearchKind, string> = {
  prompt: `(item.kind = 'message' and item.json ->> '$.role' = 'user')`,
  answer: `(item.kind = 'message' and item.json ->> '$.role' = 'agent')`,
  tool: `item.kind in ('toolCall', 'subtask', 'image')`,
  ask: `item.kind in ('plan', 'request')`,
};

/** The cheap conditions first: what they let through is read from its JSON. */
function filterOf({ sessionId, projectId, agentId, kinds = [], from, to }: SearchQuery): Filter {
  const parts: [sql: string, ...values: (string | number)[]][] = [];
  if (sessionId !== undefined) parts.push(['item.session_id = ?', sessionId]);
  if (projectId !== undefined) parts.push(['session.project_id = ?', projectId]);
  if (agentId !== undefined) parts.push(['session.agent_id = ?', agentId]);
  if (kinds.length > 0) parts.push([`(${kinds.map((kind) => KIND_SQL[kind]).join(' or ')})`]);
  if (from !== undefined) parts.push([`item.json ->> '$.at' >= ?`, from]);
  if (to !== undefined) parts.push([`item.json ->> '$.at' < ?`, to]);
  return { sql: parts.map(([sql]) => sql).join(' and '), values: parts.flatMap(([, ...values]) => values) };
}

/** Between which rows a session's items lie, so that the index is read there only. */
function idsOf(database: Database, sessionId: string): { lowest: number; highest: number } {
  const row = database.get<{ lowest: number | null; highest: number | null }>(
    'select min(id) as lowest, max(id) as highest from item where session_id = ?',
    sessionId,
  );
  return { lowest: row?.lowest ?? 0, highest: row?.highest ?? 0 };
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

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
