import type { StoredPart } from '@shared/acp/content';
import type { FindPage, FindQuery, FoundItem, PromptLine, PromptsPage, PromptsQuery } from '@shared/ipc/reading';
import { wholePrinted } from '@shared/acp/printed';
import { countMatches, findPattern, findText, storedFindText } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { promptLine } from '@shared/session/promptLine';
import type { Database } from './database';
import { storedJson } from './storedJson';
import { readLaterPage } from './transcriptPages';

/** What is asked of a whole session, on the search thread: its answers read every item. */

/** After so long what was found is given, with where to go on. */
const MAX_MS = 150;
const PROMPTS = 500;

export function findInSession(database: Database, query: FindQuery, now = () => performance.now()): FindPage {
  const pattern = findPattern(query.text, query.matchCase);
  const found: FoundItem[] = [];
  if (pattern === null) return { found, next: null };
  const began = now();
  for (let from = query.from; from < query.before;) {
    const { items, hasNewer } = readLaterPage(database, query.sessionId, from, {});
    for (const item of items) {
      if (item.ordinal >= query.before) return { found, next: null };
      const count = countMatches(
        findText(item, (part, shown) => {
          const whole = wholeText(database, part);
          return shown === undefined ? storedFindText(part, whole) : wholePrinted(shown, whole);
        }),
        pattern,
      );
      if (count > 0) found.push({ ordinal: item.ordinal, count });
      // After each: a single one may be an output of 50 MB.
      const next = item.ordinal + 1;
      if (now() - began > MAX_MS && next < query.before) return { found, next };
    }
    if (!hasNewer) break;
    from = (items.at(-1)?.ordinal ?? from) + 1;
  }
  return { found, next: null };
}

/** A part over 64 KB, from its beginning to its end; empty where it is gone. */
function wholeText(database: Database, { blobId, as, bytes }: StoredPart): string {
  if (as !== 'text' && as !== 'json') return '';
  const chunks = database.all<{ data: Uint8Array }>(
    'select data from blob_chunk where blob_id = ? order by ordinal',
    blobId,
  );
  const decoder = new TextDecoder();
  // One that grows may be longer than whoever names it knows.
  let left = bytes;
  return chunks
    .map(({ data }) => {
      const known = data.subarray(0, left);
      left -= known.byteLength;
      return decoder.decode(known, { stream: true });
    })
    .join('');
}

export function listPrompts(database: Database, { sessionId, before }: PromptsQuery, limit = PROMPTS): PromptsPage {
  const rows = database.all<{ json: string }>(
    `select json from item where session_id = ? and ordinal < ? and kind = 'message' and json ->> '$.role' = 'user'
     order by ordinal desc limit ?`,
    sessionId,
    before,
    limit + 1,
  );
  const prompts = rows
    .slice(0, limit)
    .map((row) => promptLine(storedJson<Item>(row.json)))
    .filter((line): line is PromptLine => line !== null);
  return { prompts, next: rows.length > limit ? (prompts.at(-1)?.ordinal ?? null) : null };
}
