import type { PromptContent } from '@shared/acp/content';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { QueuedId, SessionId } from '@shared/ids';
import { type Database, storeError } from './database';
import { storedJson } from './storedJson';

/**
 * The messages of a session's queue as they will be sent, whole, with their attachments. Which of them are in the queue,
 * and in which order, is told by the session's head; a row that it does not name is left over and goes.
 */
export class QueuedPrompts {
  private readonly database: Database;
  private readonly clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.database = database;
    this.clock = clock;
  }

  /** On disk when it returns, before any event names it. */
  set(sessionId: SessionId, queuedId: QueuedId, content: PromptContent): Result<null> {
    try {
      this.database.run(
        `insert into queued_prompt (id, session_id, content, created_at) values (?, ?, ?, ?)
         on conflict (id) do update set content = excluded.content`,
        queuedId,
        sessionId,
        JSON.stringify(content),
        this.clock.now(),
      );
      return ok(null);
    } catch (thrown) {
      return fail(storeError(thrown));
    }
  }

  get(queuedId: QueuedId): PromptContent | undefined {
    const row = this.database.get<{ content: string }>('select content from queued_prompt where id = ?', queuedId);
    return row && [...storedJson<PromptContent>(row.content)];
  }

  /** The rows of all others go: they were sent, or removed. */
  keepOnly(sessionId: SessionId, queuedIds: readonly QueuedId[]): void {
    this.database.run(
      'delete from queued_prompt where session_id = ? and id not in (select value from json_each(?))',
      sessionId,
      JSON.stringify(queuedIds),
    );
  }
}
