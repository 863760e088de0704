import {
  type Attachment,
  type Draft,
  EMPTY_DRAFT,
  type ImageType,
  imageTypeOf,
  MAX_IMAGE_BYTES,
} from '@shared/attachment';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import { type Database, storeError } from './database';
import { storedJson } from './storedJson';

interface Row {
  text: string;
  attachments: string;
}

/** A picture is kept just before the draft that names it. */
const UNNAMED_MS = 60_000;

/**
 * What stands unsent in a session's composer, or (`null`) on the page where a session begins; with its pictures. On disk
 * when `set` and `keepImage` return.
 */
export class Drafts {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly newId: () => string;

  constructor({ database, clock, newId }: { database: Database; clock: Clock; newId: () => string }) {
    this.database = database;
    this.clock = clock;
    this.newId = newId;
  }

  /** Empty where there is none. */
  get(sessionId: SessionId | null): Draft {
    const row =
      sessionId === null
        ? this.database.get<Row>('select text, attachments from new_draft')
        : this.database.get<Row>('select text, attachments from draft where session_id = ?', sessionId);
    return row === undefined ? EMPTY_DRAFT : { text: row.text, attachments: storedJson<Attachment[]>(row.attachments) };
  }

  /** An empty draft is removed; a session that is gone in the meantime is passed over. */
  set(sessionId: SessionId | null, draft: Draft): void {
    const before = this.get(sessionId);
    this.database.transaction(() => {
      if (draft.text === '' && draft.attachments.length === 0) this.remove(sessionId);
      else this.write(sessionId, draft);
      for (const imageId of imagesOf(before)) if (!this.isNamed(imageId)) this.removeImage(imageId);
    });
  }

  /** Refused where it is no picture of a kind that agents take, whatever it says it is, or too large. */
  keepImage(data: Uint8Array): Result<{ imageId: string; mimeType: ImageType }> {
    const mimeType = imageTypeOf(data);
    if (mimeType === null) return fail({ code: 'attachment.notImage' });
    if (data.byteLength > MAX_IMAGE_BYTES) {
      return fail({ code: 'attachment.tooLarge', bytes: data.byteLength, limit: MAX_IMAGE_BYTES });
    }
    const imageId = this.newId();
    try {
      this.database.run('insert into draft_image values (?, ?, ?, ?)', imageId, mimeType, this.clock.now(), data);
    } catch (thrown) {
      return fail(storeError(thrown));
    }
    return ok({ imageId, mimeType });
  }

  image(imageId: string): Result<{ bytes: Uint8Array }> {
    const row = this.database.get<{ data: Uint8Array }>('select data from draft_image where id = ?', imageId);
    // A fresh array: posting a view to the page would copy all of the buffer under it.
    return row === undefined ? fail({ code: 'attachment.gone' }) : ok({ bytes: new Uint8Array(row.data) });
  }

  /** Pictures that no draft names: their session is gone, or the app was killed before the draft was written. */
  sweep(): void {
    const old = this.clock.now() - UNNAMED_MS;
    const images = this.database.all<{ id: string }>('select id from draft_image where created_at < ?', old);
    for (const { id } of images) if (!this.isNamed(id)) this.removeImage(id);
  }

  private write(sessionId: SessionId | null, { text, attachments }: Draft): void {
    const values = [text, JSON.stringify(attachments), this.clock.now()];
    const update = 'set text = excluded.text, attachments = excluded.attachments, updated_at = excluded.updated_at';
    if (sessionId === null) {
      this.database.run(
        `insert into new_draft (id, text, attachments, updated_at) values (1, ?, ?, ?)
         on conflict (id) do update ${update}`,
        ...values,
      );
      return;
    }
    this.database.run(
      `insert into draft (session_id, text, attachments, updated_at) select id, ?, ?, ? from session where id = ?
       on conflict (session_id) do update ${update}`,
      ...values,
      sessionId,
    );
  }

  private remove(sessionId: SessionId | null): void {
    if (sessionId === null) this.database.run('delete from new_draft');
    else this.database.run('delete from draft where session_id = ?', sessionId);
  }

  /** The first message of a session stands for a moment in two drafts. */
  private isNamed(imageId: string): boolean {
    const named = this.database.get(
      `select 1 from draft where instr(attachments, ?) > 0 union all select 1 from new_draft where instr(attachments, ?) > 0`,
      JSON.stringify(imageId),
      JSON.stringify(imageId),
    );
    return named !== undefined;
  }

  private removeImage(imageId: string): void {
    this.database.run('delete from draft_image where id = ?', imageId);
  }
}

const imagesOf = ({ attachments }: Draft): string[] =>
  attachments.flatMap((attachment) => (attachment.kind === 'image' ? [attachment.imageId] : []));
