import type { ReadingPlace } from '@shared/attachment';
import type { SessionId } from '@shared/ids';
import type { Database } from './database';

/** Where one was reading in a session's transcript, kept where that is not its end. */
export class ReadingPlaces {
  private readonly database: Database;

  constructor({ database }: { database: Database }) {
    this.database = database;
  }

  get(sessionId: SessionId): ReadingPlace | null {
    const sql = 'select ordinal, offset from reading_place where session_id = ?';
    const row = this.database.get<ReadingPlace>(sql, sessionId);
    return row === undefined ? null : { ordinal: row.ordinal, offset: row.offset };
  }

  /** A session that is gone in the meantime is passed over. */
  set(sessionId: SessionId, place: ReadingPlace | null): void {
    if (place === null) {
      this.database.run('delete from reading_place where session_id = ?', sessionId);
      return;
    }
    this.database.run(
      `insert into reading_place (session_id, ordinal, offset) select id, ?, ? from session where id = ?
       on conflict (session_id) do update set ordinal = excluded.ordinal, offset = excluded.offset`,
      place.ordinal,
      place.offset,
      sessionId,
    );
  }
}
