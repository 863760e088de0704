import type { AppError } from '../../errors';
import type { TurnId } from '../../ids';
import type { SessionEventBody } from '../event';
import type { SessionRequest, Settlement } from '../request';
import { type ConnectionState, isTurnOpen, type SessionState, type TurnOutcome } from '../state';

type OpenTurn = Extract<SessionState['turn'], { status: 'running' | 'cancelling' }>;

/** The first that ends a turn settles it; whatever comes for the same turn later changes nothing (DESIGN section 4). */
export function settleTurn(state: SessionState, turnId: TurnId, told: TurnOutcome, at: number): SessionEventBody[] {
  const { turn } = state;
  if (!isTurnOpen(turn) || turn.turnId !== turnId) return [];
  const outcome = outcomeOf(turn, told);
  // Quiet ends a turn of the agent's own, and quiet may well mean that it waits for the person.
  const stays = turn.kind === 'agent' && outcome.status === 'ended' && outcome.stopReason === 'end_turn';
  const open = stays ? [] : state.requests.filter((request) => isOfTurn(state, turn, request));
  return [...settleAll(open, requestEnding(outcome), at), { type: 'turn.ended', turnId, outcome }];
}

export function connectionLost(
  state: SessionState,
  lost: {
    connection: Extract<ConnectionState, { status: 'exited' | 'none' }>;
    error: AppError;
    keepsTurn?: boolean;
    at: number;
  },
): SessionEventBody[] {
  const { turn } = state;
  const { connection, error, at } = lost;
  // A person who stopped the turn, by force in the end, has seen no failure.
  const outcome: TurnOutcome =
    turn.status === 'cancelling' ? { status: 'ended', stopReason: 'cancelled' } : { status: 'failed', error };
  return [
    ...settleAll(state.requests, 'expired', at),
    ...(isTurnOpen(turn) && lost.keepsTurn !== true
      ? [{ type: 'turn.ended' as const, turnId: turn.turnId, outcome }]
      : []),
    { type: 'connection.changed', connection },
    ...detached(state),
    // What waited for requests outside a turn must not start a process by itself.
    ...(isTurnOpen(turn) || state.queue === undefined || state.queue.paused !== null
      ? []
      : [{ type: 'queue.paused' as const, pause: 'failed' as const }]),
  ];
}

export function reconcileAtStart(state: SessionState, at: number): SessionEventBody[] {
  const { turn } = state;
  const events = settleAll(state.requests, 'expired', at);
  if (isTurnOpen(turn)) events.push({ type: 'turn.ended', turnId: turn.turnId, outcome: { status: 'interrupted' } });
  if (state.connection.status !== 'none') {
    events.push({ type: 'connection.changed', connection: { status: 'none' } });
  }
  return [...events, ...detached(state), ...pausedAtStart(state)];
}

/** Nothing is sent by a start of the app; whether a message reached a turn that is gone, nobody knows. */
function pausedAtStart({ queue }: SessionState): SessionEventBody[] {
  if (queue === undefined) return [];
  const unsure = queue.prompts.filter(({ steer }) => steer === 'sent');
  const pause = unsure.length > 0 ? ('unsure' as const) : ('interrupted' as const);
  const stays = queue.paused !== null && queue.paused !== 'editing' && unsure.length === 0;
  return [
    ...unsure.map(({ queuedId }): SessionEventBody => ({ type: 'queue.steered', queuedId, steer: 'unknown' })),
    ...(stays ? [] : [{ type: 'queue.paused' as const, pause }]),
  ];
}

const detached = (state: SessionState): SessionEventBody[] =>
  state.atAgent === 'attached' ? [{ type: 'attachment.changed', atAgent: 'detached' }] : [];

/**
 * Agents answer a cancelled prompt with `cancelled`, with -32800, with whatever their own abort threw or said as its last
 * words, or they die of it (AC-66).
 */
function outcomeOf(turn: OpenTurn, told: TurnOutcome): TurnOutcome {
  if (told.status !== 'failed') return told;
  const { error } = told;
  const isCancel =
    turn.status === 'cancelling'
      ? error.code.startsWith('agent.')
      : error.code === 'agent.refused' && error.rpcCode === -32800;
  return isCancel ? { status: 'ended', stopReason: 'cancelled' } : told;
}

/** Expired: nobody is left to hear an answer. The others are still told `cancelled` by the actor. */
function requestEnding(outcome: TurnOutcome): 'cancelled' | 'withdrawn' | 'expired' {
  if (outcome.status === 'ended') return outcome.stopReason === 'cancelled' ? 'cancelled' : 'withdrawn';
  if (outcome.status === 'interrupted') return 'expired';
  const alive = outcome.error.code === 'agent.refused' || outcome.error.code === 'agent.saidError';
  return alive ? 'withdrawn' : 'expired';
}

function isOfTurn(state: SessionState, turn: OpenTurn, request: SessionRequest): boolean {
  const item = state.items.findLast(
    (candidate) => candidate.kind === 'request' && candidate.request.requestId === request.requestId,
  );
  return item === undefined ? request.openedAt >= turn.startedAt : item.turnId === turn.turnId;
}

const settleAll = (requests: readonly SessionRequest[], kind: Exclude<Settlement['kind'], 'answered'>, at: number) =>
  requests.map(({ requestId }): SessionEventBody => ({ type: 'request.settled', requestId, settlement: { kind, at } }));
