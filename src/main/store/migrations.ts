import { AppFailure } from '@shared/errors';
import { type Database, storeError } from './database';

export interface Migration {
  version: number;
  sql: string;
}

/** Numbered without gaps; one that shipped is never changed. `pragma user_version` holds the last one applied. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      create table project (
        id text primary key,
        path text not null unique,
        name text not null,
        position integer not null,
        created_at integer not null
      ) strict;

      create table session (
        id text primary key,
        project_id text not null references project (id) on delete cascade,
        agent_id text not null,
        acp_session_id text,
        cwd text not null,
        title text,
        -- as if it were unread: whether "done" is still to be seen is told by the column unread
        status text not null,
        at_agent text not null,
        waiting text not null,
        unread integer not null default 0,
        pinned integer not null default 0,
        archived integer not null default 0,
        created_at integer not null,
        updated_at integer not null,
        turn_started_at integer,
        chosen_options text not null
      ) strict;
      create index session_by_project on session (project_id);
      create unique index session_by_acp on session (agent_id, acp_session_id) where acp_session_id is not null;

      -- apart from the session, so that a list of two thousand reads no head
      create table session_head (
        session_id text primary key references session (id) on delete cascade,
        seq integer not null,
        json text not null
      ) strict;

      create table event (
        session_id text not null references session (id) on delete cascade,
        seq integer not null,
        json text not null,
        primary key (session_id, seq)
      ) strict, without rowid;

      create table item (
        id integer primary key,
        session_id text not null references session (id) on delete cascade,
        ordinal integer not null,
        kind text not null,
        seq integer not null,
        tool_call_id text,
        bytes integer not null,
        json text not null,
        unique (session_id, ordinal)
      ) strict;
      create index item_by_tool_call on item (session_id, tool_call_id) where tool_call_id is not null;

      create table draft (
        session_id text primary key references session (id) on delete cascade,
        text text not null,
        updated_at integer not null
      ) strict;

      create table blob (
        id text primary key,
        session_id text not null references session (id) on delete cascade,
        bytes integer not null,
        created_at integer not null
      ) strict;
      create index blob_by_session on blob (session_id);
      create table blob_chunk (
        blob_id text not null references blob (id) on delete cascade,
        ordinal integer not null,
        data blob not null,
        primary key (blob_id, ordinal)
      ) strict;

      -- rowid = item.id; the text itself is read from the item again
      create virtual table item_text using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
      create virtual table item_text_term using fts5vocab ('item_text', 'instance');
      -- also fired by a cascade from the session
      create trigger item_text_removed after delete on item begin
        delete from item_text where rowid = old.id;
      end;
    `,
  },
  {
    version: 2,
    sql: `
      -- what is to be sent, whole; order, pause and what is shown of it are in the session's head
      create table queued_prompt (
        id text primary key,
        session_id text not null references session (id) on delete cascade,
        content text not null,
        created_at integer not null
      ) strict;
      create index queued_prompt_by_session on queued_prompt (session_id);
    `,
  },
  {
    version: 3,
    sql: `
      alter table draft add column attachments text not null default '[]';
      -- of the page on which a session begins: there is only one
      create table new_draft (
        id integer primary key check (id = 1),
        text text not null,
        attachments text not null,
        updated_at integer not null
      ) strict;
      -- pictures of drafts, whose attachments name them; small enough to be read whole
      create table draft_image (
        id text primary key,
        mime_type text not null,
        created_at integer not null,
        data blob not null
      ) strict;
      -- where one was reading; no row: at the end
      create table reading_place (
        session_id text primary key references session (id) on delete cascade,
        ordinal integer not null,
        offset real not null
      ) strict;
    `,
  },
  {
    version: 4,
    sql: `
      -- the session from which it was forked, or whose agent started it
      alter table session add column parent_id text references session (id) on delete set null;
      create index session_by_parent on session (parent_id) where parent_id is not null;
      -- begun elsewhere: nothing that we hold says whether something was ever said in it
      alter table session add column imported integer not null default 0;
    `,
  },
];

export interface MigrateOptions {
  migrations?: readonly Migration[];
  /** Puts a copy of the file somewhere before it is changed and says where; null: what is new needs none. */
  backUp?: ((database: Database) => string) | null;
}

/**
 * Brings the schema up to date in one transaction, after a copy was made: a step that fails leaves the file as it was.
 * Throws AppFailure `store.newerSchema` for a file that a later Signalbox wrote, untouched, and `store.migrationFailed`.
 */
export function migrate(database: Database, { migrations = MIGRATIONS, backUp = null }: MigrateOptions = {}): void {
  const found = database.schemaVersion;
  const supported = migrations.at(-1)?.version ?? 0;
  if (found > supported) throw new AppFailure({ code: 'store.newerSchema', found, supported });
  if (found === supported) return;
  const backup = found > 0 && backUp !== null ? backUp(database) : '';
  try {
    database.transaction(() => {
      for (const { version, sql } of migrations) {
        if (version <= found) continue;
        database.exec(sql);
        database.schemaVersion = version;
      }
    });
  } catch (thrown) {
    const error = storeError(thrown);
    // A full disk and a damaged file have ways out of their own.
    if (error.code !== 'store.failed') throw thrown;
    const { message } = error;
    throw new AppFailure({ code: 'store.migrationFailed', found, supported, message, backup }, { cause: thrown });
  }
}
