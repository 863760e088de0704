import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SessionEvent } from '../../src/shared/session/event';
import type { Item } from '../../src/shared/session/item';
import { reduceEvents } from '../../src/shared/session/reduceSession';
import type { SessionHead, SessionState } from '../../src/shared/session/state';

/** A session as the file has it: its head and items with the events after them folded in, and all of its items. */
export interface StoredSession {
  agentId: string;
  state: SessionState;
  draft: string;
  /** Ids of the messages whose whole text is kept until they are sent. */
  queuedRows: readonly string[];
}

export interface StoredProfile {
  sessions: ReadonlyMap<string, StoredSession>;
  /** What SQLite finds wrong with the file. */
  damage: readonly string[];
}

/** Reads the store past the app that runs. */
export function readLiveStore(home: string): StoredProfile {
  return read(join(home, 'signalbox.db'), { readOnly: true }, false);
}

/** Reads a copy of what an app left behind that is gone: what is only in the log counts, as it will at the next start. */
export function readDeadStore(home: string): StoredProfile {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-chaos-store-'));
  try {
    for (const name of ['signalbox.db', 'signalbox.db-wal']) {
      if (existsSync(join(home, name))) copyFileSync(join(home, name), join(folder, name));
    }
    return read(join(folder, 'signalbox.db'), {}, true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(file: string, options: { readOnly?: boolean }, check: boolean): StoredProfile {
  const database = new DatabaseSync(file, { ...options, timeout: 5000 });
  const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values);
  try {
    // One reader's view of one moment.
    database.exec('begin');
    const sessions = new Map<string, StoredSession>();
    for (const row of all(
      `select id, agent_id, h.json, d.text as draft from session join session_head h on h.session_id = id
       left join draft d on d.session_id = id`,
    )) {
      const sessionId = String(row['id']);
      const texts = (sql: string) => all(sql, sessionId).map((one) => String(one['json']));
      const head: SessionHead = JSON.parse(String(row['json']));
      const items: Item[] = texts('select json from item where session_id = ? order by ordinal').map((one) =>
        JSON.parse(one),
      );
      const events: SessionEvent[] = texts('select json from event where session_id = ? order by seq').map((one) =>
        JSON.parse(one),
      );
      sessions.set(sessionId, {
        agentId: String(row['agent_id']),
        state: reduceEvents({ ...head, items }, events),
        draft: String(row['draft'] ?? ''),
        queuedRows: texts('select id as json from queued_prompt where session_id = ?'),
      });
    }
    const damage = check
      ? [...all('pragma quick_check'), ...all('pragma foreign_key_check')]
          .map((row) => String(Object.values(row)[0]))
          .filter((line) => line !== 'ok')
      : [];
    return { sessions, damage };
  } finally {
    database.close();
  }
}
