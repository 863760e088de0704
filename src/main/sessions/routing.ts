import { isTurnOpen } from '@shared/session/state';
import type { AgentConnection } from '../agents/agentConnection';
import type { SessionActor } from './sessionActor';

/**
 * The session that a request without a sessionId belongs to (all `cursor/*`, AC-05): the one whose transcript holds the
 * tool call, else the only one of the connection with an open turn, else the connection's only session.
 */
export function routeRequest(
  actors: readonly SessionActor[],
  connection: AgentConnection,
  toolCallId: string | undefined,
): SessionActor | null {
  const mine = actors.filter((actor) => actor.connection === connection);
  if (toolCallId !== undefined) {
    const owner = mine.find((actor) => actor.knowsToolCall(toolCallId));
    if (owner !== undefined) return owner;
  }
  const running = mine.filter((actor) => isTurnOpen(actor.state.turn));
  if (running.length === 1) return running[0] ?? null;
  return mine.length === 1 ? (mine[0] ?? null) : null;
}

/**
 * Where a fact without a sessionId is told (todos, a subtask, an image): as a request, else in the session that worked last,
 * since there is nobody to ask and it must not be lost.
 */
export function routeFact(
  actors: readonly SessionActor[],
  connection: AgentConnection,
  toolCallId: string | undefined,
): SessionActor | null {
  const routed = routeRequest(actors, connection, toolCallId);
  if (routed !== null) return routed;
  const startedAt = ({ state: { turn } }: SessionActor): number => (turn.status === 'idle' ? 0 : turn.startedAt);
  const mine = actors.filter((actor) => actor.connection === connection);
  return mine.toSorted((a, b) => startedAt(b) - startedAt(a))[0] ?? null;
}
