import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@shared/clock';
import { type AppError, AppFailure, fail, ok, type Result } from '@shared/errors';
import type { RequestId, SessionId } from '@shared/ids';
import type { SessionEvent } from '@shared/session/event';
import type { Item, ItemOf } from '@shared/session/item';
import type { SessionRequest } from '@shared/session/request';
import type { SessionHead } from '@shared/session/state';
import { type Database, storeError } from './database';
import { storedJson } from './storedJson';
import { type LaterPage, type PageBounds, readLaterPage, readPage, type TranscriptPage } from './transcriptPages';
import { WalSync } from './walSync';
import { headRow, type HeadRow, itemRow, type ItemRow, removeItems, writeHead, writeItem } from './transcriptRows';

/**
 * What happened in every session. Between two checkpoints the event rows hold what the head and the items do not have yet,
 * so a session is always `head + items`, then the events after `head.seq` folded with the shared reducer.
 *
 * Writes are buffered across sessions and committed together: one sync of the disk for all that stream at once, which
 * nobody waits for (walSync.ts) but who calls `commit`. A commit that fails keeps the buffer, says so, and is tried
 * again until it works.
 */

export interface TranscriptLogOptions {
  database: Database;
  clock: Clock;
  /** Milliseconds that a write may wait for others. */
  commitDelayMs?: number;
  /** Milliseconds from a failed commit to the next try. */
  retryDelayMs?: number;
  /** A commit failed (disk full); called at the first of a series, and `onRecovered` when a commit works again. */
  onFailure: (error: AppError) => void;
  onRecovered: () => void;
  /** Told with each failed commit while more is buffered than memory should hold. */
  onOverflow: (error: AppError) => void;
}

export interface StoredTranscript extends TranscriptPage {
  head: SessionHead;
  /** To be folded on top, ascending; empty after a clean end. */
  events: SessionEvent[];
}

interface Pending {
  events: { seq: number; json: string }[];
  head: HeadRow | null;
  items: Map<number, ItemRow>;
  /** The items on disk go before `items` are written. */
  cleared: boolean;
}

/** What agents say while nothing can be written is held up to here. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;
/** A disk with less is called full. */
const ROOM_BYTES = 1024 * 1024;
/** With the flush before it and the commit itself below the 250 ms that a power cut may take (DESIGN section 5). */
const COMMIT_DELAY_MS = 150;

export class TranscriptLog {
  private readonly options: Required<TranscriptLogOptions>;
  private readonly pending = new Map<SessionId, Pending>();
  private readonly walSync: WalSync;
  private cancelTimer: (() => void) | null = null;
  private failing = false;
  private closed = false;

  constructor(options: TranscriptLogOptions) {
    this.options = { commitDelayMs: COMMIT_DELAY_MS, retryDelayMs: 1000, ...options };
    this.walSync = new WalSync(options.database.path, (thrown) => this.onSyncFailed(thrown));
  }

  /** Events of any sessions, in order. A `transcript.cleared` takes the stored items (and their blobs) with it. */
  append(events: readonly SessionEvent[]): void {
    for (const event of events) {
      // Made into text here: an event that cannot be is its caller's error, not one of every later commit.
      const json = JSON.stringify(event);
      const pending = this.pendingOf(event.sessionId);
      pending.events.push({ seq: event.seq, json });
      if (event.type === 'transcript.cleared') {
        pending.cleared = true;
        pending.items.clear();
      }
    }
    if (events.length > 0) this.schedule(this.options.commitDelayMs);
  }

  /**
   * `head` with every item that changed since the last checkpoint replaces the events up to `head.seq`. Committed with the
   * next commit, in one transaction; call `commit` where it must be on disk now.
   */
  checkpoint(head: SessionHead, changedItems: Iterable<Item>): void {
    const row = headRow(head);
    const items = Array.from(changedItems, itemRow);
    const pending = this.pendingOf(head.sessionId);
    pending.head = row;
    for (const item of items) pending.items.set(item.ordinal, item);
    pending.events = pending.events.filter((event) => event.seq > row.seq);
    this.schedule(this.options.commitDelayMs);
  }

  /**
   * On disk when it answers, and not kept where that failed: what a person is told to be done is done. Never for a
   * `transcript.cleared`.
   */
  appendOnDisk(events: readonly SessionEvent[]): Result<null> {
    this.append(events);
    const committed = this.commit();
    if (!committed.ok) this.takeBack(events);
    return committed;
  }

  private takeBack(events: readonly SessionEvent[]): void {
    for (const { sessionId, seq } of events) {
      const pending = this.pendingOf(sessionId);
      pending.events = pending.events.filter((event) => event.seq !== seq);
      if (pending.events.length === 0 && pending.items.size === 0 && pending.head === null) {
        this.pending.delete(sessionId);
      }
    }
  }

  /** Puts everything buffered on disk now. Before a prompt or an answer is written to an agent. */
  commit(): Result<null> {
    return this.writeAll('synced');
  }

  /** Readers see it and a kill does not take it; the disk follows. While something fails, the disk is waited for. */
  commitUnsynced(): Result<null> {
    if (this.failing) return this.commit();
    const result = this.writeAll('unsynced');
    if (result.ok) this.walSync.request();
    return result;
  }

  private writeAll(how: 'synced' | 'unsynced'): Result<null> {
    this.cancelTimer?.();
    this.cancelTimer = null;
    const { database } = this.options;
    const write = (): void => {
      for (const [sessionId, pending] of this.pending) this.write(sessionId, pending);
    };
    try {
      if (this.pending.size === 0 && !this.failing) {
        // A reader may have had it written already, and the disk not yet.
        if (how === 'synced') this.walSync.now();
        return ok(null);
      }
      if (this.pending.size === 0) database.transaction(() => this.writeProbe());
      else if (how === 'synced') database.transaction(write);
      else database.transactionUnsynced(write);
    } catch (thrown) {
      const error = storeError(thrown);
      this.schedule(this.options.retryDelayMs);
      if (!this.failing) this.options.onFailure(error);
      this.failing = true;
      if (this.bufferedBytes() > MAX_BUFFERED_BYTES) this.options.onOverflow(error);
      return fail(error);
    }
    this.pending.clear();
    if (this.failing) this.options.onRecovered();
    this.failing = false;
    return ok(null);
  }

  /** The newest page of a session with what is needed to go on from there. */
  load(sessionId: SessionId, bounds: PageBounds = {}): Result<StoredTranscript> {
    try {
      return this.reading(sessionId, (database) => {
        const head = database.get<{ json: string }>('select json from session_head where session_id = ?', sessionId);
        if (!head) return fail({ code: 'session.unknown', sessionId });
        const events = database.all<{ json: string }>(
          'select json from event where session_id = ? order by seq',
          sessionId,
        );
        return ok({
          head: storedJson<SessionHead>(head.json),
          ...readPage(database, sessionId, Number.MAX_SAFE_INTEGER, bounds),
          events: events.map((row) => storedJson<SessionEvent>(row.json)),
        });
      });
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** The items before the ordinal `before`, newest of them, as many as the bounds allow but at least one. */
  page(sessionId: SessionId, { before, ...bounds }: PageBounds & { before: number }): Result<TranscriptPage> {
    try {
      return ok(this.reading(sessionId, (database) => readPage(database, sessionId, before, bounds)));
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** The items from the ordinal `from` on, oldest of them, as many as the bounds allow but at least one. */
  pageAfter(sessionId: SessionId, { from, ...bounds }: PageBounds & { from: number }): Result<LaterPage> {
    try {
      return ok(this.reading(sessionId, (database) => readLaterPage(database, sessionId, from, bounds)));
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  /** One stored item, for an update whose `target` lies outside the window. */
  item(sessionId: SessionId, ordinal: number): Item | undefined {
    const row = this.reading(sessionId, (database) =>
      database.get<{ json: string }>('select json from item where session_id = ? and ordinal = ?', sessionId, ordinal),
    );
    return row && storedJson<Item>(row.json);
  }

  /** The newest stored item of a tool call; a subtask or an image carries the id of the call that made it. */
  itemByToolCall<K extends 'toolCall' | 'subtask' | 'image'>(
    sessionId: SessionId,
    toolCallId: string,
    kind: K,
  ): ItemOf<K> | undefined {
    const row = this.reading(sessionId, (database) =>
      database.get<{ json: string }>(
        'select json from item where session_id = ? and tool_call_id = ? and kind = ? order by ordinal desc limit 1',
        sessionId,
        toolCallId,
        kind,
      ),
    );
    const item: ItemOf<K> | undefined = row && JSON.parse(row.json);
    return item;
  }

  /** A request of the session, however far back it stands. */
  request(sessionId: SessionId, requestId: RequestId): SessionRequest | undefined {
    const row = this.reading(sessionId, (database) =>
      database.get<{ json: string }>(
        `select json from item where session_id = ? and kind = 'request'
         and json_extract(json, '$.request.requestId') = ? limit 1`,
        sessionId,
        requestId,
      ),
    );
    return row && storedJson<ItemOf<'request'>>(row.json).request;
  }

  /** Commits a last time; the database stays open. */
  close(): Result<null> {
    this.closed = true;
    const result = this.commit();
    this.cancelTimer?.();
    this.cancelTimer = null;
    return result;
  }

  private bufferedBytes(): number {
    let bytes = 0;
    for (const { events, items } of this.pending.values()) {
      for (const { json } of events) bytes += json.length;
      for (const { json } of items.values()) bytes += json.length;
    }
    return bytes;
  }

  /** Nothing waits, and yet it is to be known whether there is room again. */
  private writeProbe(): void {
    const { database } = this.options;
    const { bavail, bsize } = statfsSync(dirname(database.path));
    if (bavail * bsize < ROOM_BYTES) throw new AppFailure({ code: 'store.full', message: 'no room on the disk' });
    database.run('update session_head set seq = seq where rowid = (select max(rowid) from session_head)');
  }

  private write(sessionId: SessionId, pending: Pending): void {
    const { database } = this.options;
    const head = database.get<{ seq: number }>('select seq from session_head where session_id = ?', sessionId);
    // Deleted in the meantime: nobody wants its last words.
    if (!head) return;
    if (pending.cleared) removeItems(database, sessionId);
    for (const item of pending.items.values()) writeItem(database, sessionId, item);
    if (pending.head) {
      writeHead(database, sessionId, pending.head);
      database.run('delete from event where session_id = ? and seq <= ?', sessionId, pending.head.seq);
    }
    for (const { seq, json } of pending.events) {
      database.run('insert or replace into event (session_id, seq, json) values (?, ?, ?)', sessionId, seq, json);
    }
  }

  /**
   * Reads see what was written: a session with something buffered is committed first. Where that fails (a full disk) it is
   * written for this one read and taken back, so that a transcript can still be followed.
   */
  private reading<T>(sessionId: SessionId, read: (database: Database) => T): T {
    const { database } = this.options;
    const pending = this.pending.get(sessionId);
    if (pending === undefined || this.commitUnsynced().ok) return read(database);
    return database.rehearse(() => {
      this.write(sessionId, pending);
      return read(database);
    });
  }

  private pendingOf(sessionId: SessionId): Pending {
    let pending = this.pending.get(sessionId);
    if (!pending) {
      pending = { events: [], head: null, items: new Map(), cleared: false };
      this.pending.set(sessionId, pending);
    }
    return pending;
  }

  private schedule(delayMs: number): void {
    // While commits fail the retry's timer stands, however much comes in.
    if (this.cancelTimer || this.closed) return;
    this.cancelTimer = this.options.clock.setTimer(delayMs, () => {
      this.cancelTimer = null;
      this.commitUnsynced();
    });
  }

  /** The next commit waits for the disk itself, and tells when it works again. */
  private onSyncFailed(thrown: unknown): void {
    if (this.closed) return;
    if (!this.failing) this.options.onFailure(storeError(thrown));
    this.failing = true;
  }
}
