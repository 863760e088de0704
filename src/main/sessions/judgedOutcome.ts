import { plainText } from '@shared/acp/content';
import { isTurnOpen, type SessionState, type TurnOutcome } from '@shared/session/state';
import type { Adapter } from '../agents/adapters/types';

/**
 * What a prompt's answer says of its turn, where the agent may have said an error instead of answering one (AC-09). Only the
 * last thing in the turn counts, and only when the agent says that all went well. `lastChunk`: see LastWords.
 */
export function judgedOutcome(
  outcome: TurnOutcome,
  adapter: Adapter,
  { turn, items }: SessionState,
  lastChunk: string,
): TurnOutcome {
  if (outcome.status !== 'ended' || outcome.stopReason !== 'end_turn' || !isTurnOpen(turn)) return outcome;
  const last = items.findLast((item) => item.turnId === turn.turnId && item.kind !== 'notice');
  if (last?.kind !== 'message' || last.role !== 'agent') return outcome;
  const said = adapter.saidError({ message: last.content.map(plainText).join(''), chunk: lastChunk });
  return said === null ? outcome : { status: 'failed', error: { code: 'agent.saidError', ...said } };
}
