import type { ConnectionId, SessionId } from '@shared/ids';
import type { ConnectionView } from '@shared/ipc/views';
import { useAgents } from './agents';
import { show } from './ui';

/** The connection that serves a session now, the newest where an older one just ended. */
export function connectionOf(
  connections: Readonly<Record<string, ConnectionView>>,
  sessionId: SessionId,
): ConnectionView | undefined {
  return Object.values(connections)
    .filter((connection) => connection.sessionIds.includes(sessionId))
    .sort((a, b) => b.startedAt - a.startedAt)[0];
}

export function useConnectionId(sessionId: SessionId): ConnectionId | undefined {
  return useAgents((state) => connectionOf(state.connections, sessionId)?.connectionId);
}

/** Nothing where the session has no connection: there is nothing to inspect. */
export function showInspector(sessionId: SessionId): void {
  const connection = connectionOf(useAgents.getState().connections, sessionId);
  if (connection !== undefined) show({ view: 'inspector', connectionId: connection.connectionId });
}
