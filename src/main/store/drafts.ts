import type { Clock } from '@shared/clock';
import type { SessionId } from '@shared/ids';
import type { Database } from './database';

/** What stands unsent in a session's composer; on disk when `set` returns. */
export class Drafts {
  private readonly database: Database;
  private readonly clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.database = database;
    this.clock = clock;
  }

  /** Empty where there is none. */
  get(sessionId: SessionId): string {
    return this.database.get<{ text: string }>('select text from draft where session_id = ?', sessionId)?.text ?? '';
  }

  /** An empty text removes it; a session that is gone in the meantime is passed over. */
  set(sessionId: SessionId, text: string): void {
    if (text === '') {
      this.database.run('delete from draft where session_id = ?', sessionId);
      return;
    }
    this.database.run(
      `insert into draft (session_id, text, updated_at) select id, ?, ? from session where id = ?
       on conflict (session_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
      text,
      this.clock.now(),
      sessionId,
    );
  }
}
