import type { Item } from '@shared/session/item';
import { type AtAgent, emptySession, type SessionHead } from '@shared/session/state';
import { type Database, type SqlValue, storeError } from './database';
import { type Row, salvageTable } from './salvage';
import { MIGRATIONS } from './migrations';
import { columnsOf, shapeOf, type TableShape, tablesOf } from './schemaShape';
import { itemRow, writeItemText } from './transcriptRows';

/** A new store filled with what can be read of a damaged one, then with what only a backup has. */

export interface TableCount {
  table: string;
  read: number;
  /** Could be read, but made no sense: no JSON, or not what its column holds. */
  unusable: number;
  /** A page of it could not be read: rows may be missing that nobody can count. */
  isIncomplete: boolean;
  fromBackup: number;
}

export interface FillOptions {
  /** The profile: rows that lost their project find a new one there. */
  home: string;
  now: number;
  damaged: readonly (() => Database)[];
  /** The newest first. */
  backups: readonly { name: string; open: () => Database }[];
}

export interface Filled {
  tables: readonly TableCount[];
  backup: string | null;
  readable: boolean;
}

export function fillStore(target: Database, { home, now, damaged, backups }: FillOptions): Filled {
  const shapes = tablesOf(target);
  const counts = new Map(shapes.map(({ name }) => [name, emptyCount(name)]));
  // Rows come in the order of their tables and not of their parents; what has none is looked for at the end.
  target.exec('pragma foreign_keys = off');
  let readable = false;
  for (const open of damaged) {
    readable = withSource(open, (source) => copyAll(target, source, shapes, counts, 'read')) ?? readable;
    // The header may be the only damage; then a second look finds what the first could not.
    if (readable && [...counts.values()].every(({ isIncomplete }) => !isIncomplete)) break;
  }
  const lost = [...counts.values()].some(({ isIncomplete, unusable }) => isIncomplete || unusable > 0);
  const sessionsKnown = readable && counts.get('session')?.isIncomplete === false;
  let backup: string | null = null;
  if (lost || !readable) {
    for (const { name, open } of backups) {
      const taken = withSource(open, (source) => {
        copyAll(target, source, shapes, counts, 'fromBackup');
        return true;
      });
      if (taken !== true) continue;
      if ([...counts.values()].some(({ fromBackup }) => fromBackup > 0)) backup = name;
      break;
    }
  }
  target.transaction(() => {
    // What a backup still has of a session that was deleted since stays deleted.
    if (!sessionsKnown) adoptOrphans(target, home, now);
    dropOrphans(target, shapes);
    mendHeads(target);
    indexItems(target);
  });
  target.exec('pragma foreign_keys = on');
  return { tables: [...counts.values()], backup, readable };
}

const emptyCount = (table: string): TableCount => ({
  table,
  read: 0,
  unusable: 0,
  isIncomplete: false,
  fromBackup: 0,
});

/** Undefined where the source cannot even be opened. */
function withSource(open: () => Database, run: (source: Database) => boolean): boolean | undefined {
  let source: Database | null = null;
  try {
    source = open();
    return run(source);
  } catch (thrown) {
    // A full disk is no damage: all of it is tried again at the next start.
    if (storeError(thrown).code === 'store.full') throw thrown;
    return undefined;
  } finally {
    try {
      source?.close();
    } catch {
      // Nothing was written through it.
    }
  }
}

/** False where not one table could be found. */
function copyAll(
  target: Database,
  source: Database,
  shapes: readonly TableShape[],
  counts: ReadonlyMap<string, TableCount>,
  as: 'read' | 'fromBackup',
): boolean {
  let found = false;
  const isDue = tablesDue(source);
  target.transaction(() => {
    for (const shape of shapes) {
      const count = counts.get(shape.name);
      if (count === undefined) continue;
      // Only where something was lost: what was deleted since the backup does not come back.
      if (as === 'fromBackup' && found && !count.isIncomplete && count.unusable === 0) continue;
      const present = columnsThere(source, shape);
      if (present === null) {
        if (as === 'read') count.isIncomplete = isDue(shape.name);
        continue;
      }
      found = true;
      copyTable(target, source, shape, present, count, as);
    }
  });
  return found;
}

/** Which tables a file of this version should have: one that an older Signalbox left has not all of ours. */
function tablesDue(source: Database): (table: string) => boolean {
  let version = 0;
  try {
    version = source.schemaVersion;
  } catch {
    // Then all of them are missed.
  }
  if (version < 1 || version > MIGRATIONS.length) return () => true;
  const names = new Set(shapeOf(version).map(({ name }) => name));
  return (table) => names.has(table);
}

function columnsThere(source: Database, shape: TableShape): string[] | null {
  try {
    const there = new Set(columnsOf(source, shape.name));
    const columns = shape.columns.filter((column) => there.has(column));
    return columns.length === 0 ? null : columns;
  } catch {
    return null;
  }
}

function copyTable(
  target: Database,
  source: Database,
  shape: TableShape,
  columns: readonly string[],
  count: TableCount,
  as: 'read' | 'fromBackup',
): void {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const insert = `insert or ignore into "${shape.name}" (${names}) values (${columns.map(() => '?').join(', ')})`;
  const rows = salvageTable(source, shape, columns);
  let unusable = 0;
  for (;;) {
    const next = rows.next();
    if (next.done === true) {
      if (as === 'read') count.isIncomplete = next.value.isIncomplete;
      break;
    }
    const row = usableRow(shape.name, next.value);
    if (row === null) {
      unusable += 1;
      continue;
    }
    try {
      count[as] += target.run(insert, ...columns.map((column): SqlValue => row[column] ?? null)).changes;
    } catch (thrown) {
      if (storeError(thrown).code === 'store.full') throw thrown;
      unusable += 1;
    }
  }
  if (as === 'read') count.unusable = Math.max(count.unusable, unusable);
}

/** The row with JSON that can be read: what is only a list's convenience is emptied, what is the content is given up. */
function usableRow(table: string, row: Row): Row | null {
  const mended = { ...row };
  for (const [column, empty] of Object.entries(EMPTY_JSON[table] ?? {})) {
    if (column in mended && !isJson(mended[column])) mended[column] = empty;
  }
  for (const column of CONTENT_JSON[table] ?? []) if (!isJson(mended[column])) return null;
  if (table === 'session') {
    if (!STATUSES.has(String(mended['status']))) mended['status'] = 'idle';
    if (!AT_AGENT.has(String(mended['at_agent']))) mended['at_agent'] = 'detached';
  }
  return mended;
}

export const EMPTY_JSON: Record<string, Record<string, string>> = {
  session: { waiting: '[]', chosen_options: '{}' },
  draft: { attachments: '[]' },
  new_draft: { attachments: '[]' },
};
export const CONTENT_JSON: Record<string, readonly string[]> = {
  session_head: ['json'],
  event: ['json'],
  item: ['json'],
  queued_prompt: ['content'],
};
export const STATUSES: ReadonlySet<string> = new Set(['working', 'needsYou', 'done', 'failed', 'interrupted', 'idle']);
export const AT_AGENT: ReadonlySet<string> = new Set<AtAgent>(['new', 'attached', 'detached', 'lost']);

function isJson(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Items whose session cannot be read belong to one that is made anew, in a project that says what it is. */
function adoptOrphans(target: Database, home: string, now: number): void {
  target.run(
    `insert or ignore into project (id, path, name, position, created_at)
     select 'recovered', ?, 'Recovered', 0, ? where exists (
       select 1 from item where session_id not in (select id from session)
       union all select 1 from session where project_id not in (select id from project))`,
    home,
    now,
  );
  target.run(`update session set project_id = 'recovered' where project_id not in (select id from project)`);
  target.run(
    `insert into session (id, project_id, agent_id, cwd, title, status, at_agent, waiting, unread, created_at,
     updated_at, chosen_options)
     select distinct session_id, 'recovered', 'demo', ?1, null, 'idle', 'lost', '[]', 0, ?2, ?2, '{}' from item
     where session_id not in (select id from session)`,
    home,
    now,
  );
}

function dropOrphans(target: Database, shapes: readonly TableShape[]): void {
  target.run('update session set parent_id = null where parent_id not in (select id from session)');
  for (const { name, columns } of shapes) {
    if (columns.includes('session_id')) {
      target.run(`delete from "${name}" where session_id not in (select id from session)`);
    }
  }
  target.run('delete from blob_chunk where blob_id not in (select id from blob)');
}

/** Every session has a head, and one that counts all the items that are there. */
function mendHeads(target: Database): void {
  const sessions = target.all<{
    id: string;
    acp_session_id: string | null;
    title: string | null;
    at_agent: AtAgent;
    json: string | null;
    ordinal: number | null;
    seq: number | null;
  }>(
    `select session.id, acp_session_id, title, at_agent, head.json, max(item.ordinal) as ordinal, max(item.seq) as seq
     from session left join session_head head on head.session_id = session.id
     left join item on item.session_id = session.id group by session.id`,
  );
  for (const { id, acp_session_id, title, at_agent, json, ordinal, seq } of sessions) {
    const { items: _, ...empty } = emptySession(id);
    const known: SessionHead =
      json === null
        ? {
            ...empty,
            acpSessionId: acp_session_id,
            atAgent: at_agent === 'attached' ? 'detached' : at_agent,
            title: title === null ? null : { text: title, source: 'agent' },
          }
        : JSON.parse(json);
    const nextOrdinal = Math.max(known.nextOrdinal, (ordinal ?? -1) + 1);
    const head = { ...known, seq: Math.max(known.seq, seq ?? 0), nextOrdinal };
    if (json !== null && head.seq === known.seq && nextOrdinal === known.nextOrdinal) continue;
    target.run(
      'insert or replace into session_head (session_id, seq, json) values (?, ?, ?)',
      id,
      head.seq,
      JSON.stringify(head),
    );
  }
}

function indexItems(target: Database): void {
  for (const { id, json } of target.each<{ id: number; json: string }>('select id, json from item')) {
    const item: Item = JSON.parse(json);
    writeItemText(target, id, itemRow(item).text);
  }
}
