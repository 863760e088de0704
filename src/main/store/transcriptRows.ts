import type { Item } from '@shared/session/item';
import { isTurnOpen, type SessionHead } from '@shared/session/state';
import { sessionStatus, waitingRequest } from '@shared/session/summary';
import type { Database } from './database';
import { searchText } from './searchText';

/** How heads and items become rows. All of it runs inside the log's transaction. */

export interface HeadRow {
  seq: number;
  json: string;
  acpSessionId: string | null;
  title: string | null;
  status: string;
  atAgent: string;
  waiting: string;
  turnStartedAt: number | null;
  /** null: no turn yet, the session's own time stays. */
  updatedAt: number | null;
}

export interface ItemRow {
  ordinal: number;
  kind: string;
  seq: number;
  toolCallId: string | null;
  bytes: number;
  json: string;
  /** null while the item is open: it would be indexed again with every checkpoint. */
  text: string | null;
}

/** Takes a whole SessionState too: its items are left out. */
export function headRow(head: SessionHead): HeadRow {
  const { turn } = head;
  return {
    seq: head.seq,
    json: JSON.stringify({ ...head, items: undefined }),
    acpSessionId: head.acpSessionId,
    title: head.title?.text ?? null,
    status: sessionStatus(head, true),
    atAgent: head.atAgent,
    waiting: JSON.stringify(head.requests.map(waitingRequest)),
    turnStartedAt: isTurnOpen(turn) ? turn.startedAt : null,
    updatedAt: turn.status === 'idle' ? null : turn.status === 'done' ? turn.endedAt : turn.startedAt,
  };
}

export function itemRow(item: Item): ItemRow {
  const json = JSON.stringify(item);
  return {
    ordinal: item.ordinal,
    kind: item.kind,
    seq: item.seq,
    toolCallId: 'toolCallId' in item ? item.toolCallId : null,
    bytes: Buffer.byteLength(json),
    json,
    text: item.open ? null : searchText(item),
  };
}

export function writeHead(database: Database, sessionId: string, row: HeadRow): void {
  if (row.acpSessionId !== null) {
    // An agent that hands out one id twice must not make every later commit fail: the newest session holds it.
    database.run(
      `update session set acp_session_id = null where acp_session_id = ? and id <> ?
       and agent_id = (select agent_id from session where id = ?)`,
      row.acpSessionId,
      sessionId,
      sessionId,
    );
  }
  database.run(
    `update session set acp_session_id = ?, title = ?, status = ?, at_agent = ?, waiting = ?, turn_started_at = ?,
     updated_at = coalesce(?, updated_at) where id = ?`,
    row.acpSessionId,
    row.title,
    row.status,
    row.atAgent,
    row.waiting,
    row.turnStartedAt,
    row.updatedAt,
    sessionId,
  );
  database.run('update session_head set seq = ?, json = ? where session_id = ?', row.seq, row.json, sessionId);
}

export function writeItem(database: Database, sessionId: string, row: ItemRow): void {
  const written = database.get<{ id: number }>(
    `insert into item (session_id, ordinal, kind, seq, tool_call_id, bytes, json) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (session_id, ordinal) do update set kind = excluded.kind, seq = excluded.seq,
     tool_call_id = excluded.tool_call_id, bytes = excluded.bytes, json = excluded.json
     returning id`,
    sessionId,
    row.ordinal,
    row.kind,
    row.seq,
    row.toolCallId,
    row.bytes,
    row.json,
  );
  if (written) writeItemText(database, written.id, row.text);
}

/** `text` null: as it is, since the item is still open. */
export function writeItemText(database: Database, itemId: number, text: string | null): void {
  if (text === null) return;
  if (text === '') {
    database.run('delete from item_text where rowid = ?', itemId);
    return;
  }
  // Two spaces: so the last two characters begin a trigram as well, and short queries find them.
  database.run('insert or replace into item_text (rowid, text) values (?, ?)', itemId, `${text}  `);
}

/** All items with their search text (by trigger) and the blobs that they point at. */
export function removeItems(database: Database, sessionId: string): void {
  database.run(
    `delete from blob where session_id = ?1 and id in (
       select part.value from item, json_tree(item.json) as part
       where item.session_id = ?1 and part.key = 'blobId' and part.type = 'text')`,
    sessionId,
  );
  database.run('delete from item where session_id = ?', sessionId);
}
