import { RpcError } from './wire.mjs';

/**
 * The answer of session/list; a cursor is the place at which the page begins.
 *
 * @param {import('./sessions.mjs').FakeSession[]} sessions
 * @param {{cwd?: string, cursor?: string}} params
 * @param {import('./config.mjs').Config} config
 */
export function listSessions(sessions, { cwd, cursor }, { listPages, listCursor, listByFolder }) {
  if (cursor !== undefined && listCursor === 'refused') throw new RpcError(-32602, 'Cursors are not supported');
  const found = listByFolder && !cwd ? [] : sessions.filter((session) => !cwd || session.cwd === cwd);
  const told = found.map(({ sessionId, cwd, title, updatedAt }) => ({ sessionId, cwd, title, updatedAt }));
  if (listPages === 0) return { sessions: told };
  const from = Number(cursor ?? 0);
  const to = from + listPages;
  const next = listCursor === 'same' ? '1' : to < told.length ? String(to) : undefined;
  return { sessions: told.slice(from, to), ...(next === undefined ? {} : { nextCursor: next }) };
}
