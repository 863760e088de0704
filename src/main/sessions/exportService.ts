import { fail, ok, type Result, toAppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { ExportFormat } from '@shared/session/sessionFile';
import { fileName } from './fileName';
import { type MarkdownWords, sessionsAsMarkdown } from './sessionMarkdown';
import { sessionsAsJson } from './sessionJson';
import { StoredSession, type StoredSessionOptions } from './storedSession';
import { writeExport } from './writeExport';

export interface ExportServiceOptions extends StoredSessionOptions {
  pickFile: (suggestedName: string, format: ExportFormat) => Promise<string | null>;
  words: () => MarkdownWords;
  now: () => number;
}

/** Sessions as a file, for people (Markdown) or for a Signalbox (JSON). */
export class ExportService {
  readonly #options: ExportServiceOptions;

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  /** null where the person cancelled. */
  async export(sessionIds: readonly SessionId[], format: ExportFormat): Promise<Result<{ path: string } | null>> {
    const { store, pickFile } = this.#options;
    const unknown = sessionIds.find((sessionId) => store.sessions.get(sessionId) === undefined);
    if (unknown !== undefined) return fail({ code: 'session.unknown', sessionId: unknown });
    const path = await pickFile(this.#suggestedName(sessionIds, format), format);
    if (path === null) return ok(null);
    const written = await this.write(path, sessionIds, format);
    return written.ok ? ok({ path }) : written;
  }

  async write(path: string, sessionIds: readonly SessionId[], format: ExportFormat): Promise<Result<null>> {
    const { words, now } = this.#options;
    const options = this.#options;
    try {
      // One after the other, each as it stands when its turn comes.
      const sessions = (function* () {
        for (const sessionId of sessionIds) yield new StoredSession(options, sessionId);
      })();
      const pieces = format === 'json' ? sessionsAsJson(sessions, now()) : sessionsAsMarkdown(sessions, words());
      return await writeExport(path, pieces);
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  }

  #suggestedName(sessionIds: readonly SessionId[], format: ExportFormat): string {
    const { store, now } = this.#options;
    const [only, ...others] = sessionIds;
    const title = only === undefined ? null : (store.sessions.get(only)?.summary.title ?? null);
    const day = new Date(now()).toISOString().slice(0, 10);
    const name = others.length > 0 ? `signalbox ${day}` : fileName(title ?? '', `session ${day}`);
    return `${name}${format === 'json' ? '.signalbox.json' : '.md'}`;
  }
}
