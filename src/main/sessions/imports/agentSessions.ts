import type { ListedSession } from '@shared/acp/sessionMethods';
import type { AgentConnection } from '../../agents/agentConnection';

/** More than a person looks through; an agent that never ends its list ends here. */
const MAX_SESSIONS = 5000;
const MAX_PAGES = 200;
const ANSWER_MS = 30_000;

/**
 * All pages of `session/list`. Rejects where the first one fails; a later one that fails ends the list, since Cursor
 * refuses cursors that it never gave (cursor-acp.md 2.6) and others forget theirs.
 */
export async function listAgentSessions(
  connection: AgentConnection,
  folders: readonly string[],
): Promise<{ sessions: ListedSession[]; cut: boolean }> {
  const all = await pagesOf(connection, undefined);
  if (all.sessions.length > 0) return all;
  // Some list only what is asked for by its folder.
  const found = new Map<string, ListedSession>();
  let cut = false;
  for (const cwd of folders) {
    const there = await pagesOf(connection, cwd);
    cut ||= there.cut;
    for (const session of there.sessions) found.set(session.acpSessionId, session);
  }
  return { sessions: [...found.values()], cut };
}

async function pagesOf(
  connection: AgentConnection,
  cwd: string | undefined,
): Promise<{ sessions: ListedSession[]; cut: boolean }> {
  const found = new Map<string, ListedSession>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = { ...(cwd === undefined ? {} : { cwd }), ...(cursor === undefined ? {} : { cursor }) };
    try {
      const page = await connection.request('session/list', params, { deadlineMs: ANSWER_MS });
      for (const session of page.sessions) found.set(session.acpSessionId, session);
      cursor = page.nextCursor;
    } catch (thrown) {
      if (cursor === undefined) throw thrown;
      return { sessions: [...found.values()], cut: true };
    }
    // One that comes again would go round for ever.
    if (cursor !== undefined && seen.has(cursor)) return { sessions: [...found.values()], cut: true };
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined && found.size < MAX_SESSIONS && seen.size < MAX_PAGES);
  return { sessions: [...found.values()], cut: cursor !== undefined };
}
