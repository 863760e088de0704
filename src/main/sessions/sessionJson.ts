import { SESSION_FORMAT, SESSION_FORMAT_VERSION, type SessionFileHead } from '@shared/session/sessionFile';
import type { StoredSession } from './storedSession';

/** Sessions as docs/session-format.md has them, in pieces: one line for each item and each blob. */
export async function* sessionsAsJson(sessions: Iterable<StoredSession>, exportedAt: number): AsyncGenerator<string> {
  const head: SessionFileHead = { format: SESSION_FORMAT, version: SESSION_FORMAT_VERSION, exportedAt };
  yield `${JSON.stringify(head).slice(0, -1)},"sessions":[`;
  let isFirst = true;
  for (const session of sessions) {
    yield `${isFirst ? '' : ','}\n{"session":${JSON.stringify(session.facts)},\n"blobs":{`;
    isFirst = false;
    let separator = '\n';
    for (const blobId of session.blobIds()) {
      yield `${separator}${JSON.stringify(blobId)}:"`;
      for (const bytes of session.blob(blobId)) yield Buffer.from(bytes).toString('base64');
      yield '"';
      separator = ',\n';
    }
    yield '},\n"items":[';
    separator = '\n';
    for await (const items of session.pages()) {
      for (const item of items) {
        yield `${separator}${JSON.stringify(item)}`;
        separator = ',\n';
      }
    }
    yield ']}';
  }
  yield '\n]}\n';
}
