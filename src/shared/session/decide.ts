import type { ContentBlock } from '../acp/content';
import type { SessionUpdate } from '../acp/update';
import { type AppError, fail, ok, type Result } from '../errors';
import type { QueuedId, RequestId, TurnId } from '../ids';
import { answerFault } from './decide/answerFault';
import { decideUpdate } from './decide/decideUpdate';
import { connectionLost, reconcileAtStart, settleTurn } from './decide/endings';
import type { SessionEventBody } from './event';
import type { RequestAnswer, SessionRequest } from './request';
import { type ConnectionState, isTurnOpen, type SessionState, takesPrompt, type TurnOutcome } from './state';

/** What happens to a session, seen from its actor. Ids and times (milliseconds since the epoch) come with the input. */
export type SessionInput =
  | { type: 'startPrompt'; turnId: TurnId; prompt: readonly ContentBlock[]; queuedId?: QueuedId }
  /**
   * A live update. `turnId` is for the turn that it may have to open; `target` is the ordinal of the tool call's item
   * where the caller's store knows it and the window does not.
   */
  | { type: 'update'; update: SessionUpdate; turnId: TurnId; target?: number }
  /** An update of a replay that is used whole to rebuild the transcript. */
  | { type: 'replay'; update: SessionUpdate }
  | { type: 'cancel'; at: number }
  | { type: 'settleTurn'; turnId: TurnId; outcome: TurnOutcome; at: number }
  | { type: 'openRequest'; request: SessionRequest; at: number }
  /** The agent took it back. */
  | { type: 'withdrawRequest'; requestId: RequestId; at: number }
  /** `guardMs`: how long after a request appeared a key answers nothing (AC-63); 0 for a click. */
  | { type: 'answerRequest'; requestId: RequestId; answer: RequestAnswer; at: number; guardMs: number }
  | {
      type: 'connectionLost';
      connection: Extract<ConnectionState, { status: 'exited' | 'none' }>;
      error: AppError;
      /** The open turn's prompt is not at the agent: it waits for a sign-in. */
      keepsTurn?: boolean;
      at: number;
    }
  /** The engine came back: what the store says was at work is not. */
  | { type: 'reconcileAtStart'; at: number };

/**
 * What follows from an input, as events that are not yet folded, or why it is refused. Nothing at all follows from what
 * is already so (a second cancel, the answer to a prompt whose turn was settled by the process's exit).
 */
export function decide(state: SessionState, input: SessionInput): Result<SessionEventBody[]> {
  switch (input.type) {
    case 'startPrompt':
      return startPrompt(state, input);
    case 'update':
      return ok(decideUpdate(state, input.update, input.turnId, input.target));
    case 'replay':
      return ok([{ type: 'update', update: input.update }]);
    case 'cancel':
      return ok(cancel(state, input.at));
    case 'settleTurn':
      return ok(settleTurn(state, input.turnId, input.outcome, input.at));
    case 'openRequest':
      return ok(openRequest(state, input.request, input.at));
    case 'withdrawRequest':
      return ok(withdraw(state, input.requestId, input.at));
    case 'answerRequest':
      return answerRequest(state, input);
    case 'connectionLost':
      return ok(connectionLost(state, input));
    case 'reconcileAtStart':
      return ok(reconcileAtStart(state, input.at));
  }
}

function startPrompt(
  state: SessionState,
  { turnId, prompt, queuedId }: Extract<SessionInput, { type: 'startPrompt' }>,
): Result<SessionEventBody[]> {
  if (state.atAgent === 'lost') return fail(state.attachError ?? { code: 'session.lostAtAgent', message: '' });
  if (!prompt.some((block) => block.type !== 'text' || block.text.trim() !== '')) {
    return fail({ code: 'session.emptyPrompt' });
  }
  const waited = queuedId === undefined ? {} : { queuedId };
  const started: SessionEventBody = { type: 'turn.started', turnId, kind: 'prompt', prompt, ...waited };
  if (!isTurnOpen(state.turn)) return ok([started]);
  if (!takesPrompt(state.turn)) return fail({ code: 'session.busy' });
  const outcome: TurnOutcome = { status: 'ended', stopReason: 'end_turn' };
  return ok([{ type: 'turn.ended', turnId: state.turn.turnId, outcome }, started]);
}

/** `session/cancel` is for the whole session, so everything it waits for is answered `cancelled` (acp.md 3.4, AC-59). */
function cancel(state: SessionState, at: number): SessionEventBody[] {
  const { turn } = state;
  if (!isTurnOpen(turn)) return [];
  const settled = state.requests.map(({ requestId }): SessionEventBody => ({
    type: 'request.settled',
    requestId,
    settlement: { kind: 'cancelled', at },
  }));
  return turn.status === 'cancelling' ? settled : [{ type: 'turn.cancelling', turnId: turn.turnId }, ...settled];
}

function openRequest(state: SessionState, request: SessionRequest, at: number): SessionEventBody[] {
  const { requestId } = request;
  if (findRequest(state, requestId) !== 'unknown') return [];
  const opened: SessionEventBody = { type: 'request.opened', request };
  // It crossed with our cancel: kept in the transcript, and answered at once.
  if (state.turn.status === 'cancelling') {
    return [opened, { type: 'request.settled', requestId, settlement: { kind: 'cancelled', at } }];
  }
  return [opened];
}

function withdraw(state: SessionState, requestId: RequestId, at: number): SessionEventBody[] {
  if (findRequest(state, requestId) !== 'open') return [];
  return [{ type: 'request.settled', requestId, settlement: { kind: 'withdrawn', at } }];
}

function answerRequest(
  state: SessionState,
  input: Extract<SessionInput, { type: 'answerRequest' }>,
): Result<SessionEventBody[]> {
  const { requestId, answer, at, guardMs } = input;
  const request = state.requests.find((waiting) => waiting.requestId === requestId);
  if (request === undefined) {
    const known = findRequest(state, requestId) === 'settled';
    return fail({ code: known ? 'request.alreadySettled' : 'request.unknown' });
  }
  if (at - request.openedAt < guardMs) return fail({ code: 'request.tooSoon', guardMs });
  const fault = answerFault(request, answer);
  if (fault !== null) return fail({ code: 'request.answerInvalid', message: fault });
  return ok([{ type: 'request.settled', requestId, settlement: { kind: 'answered', answer, at } }]);
}

function findRequest(state: SessionState, requestId: RequestId): 'open' | 'settled' | 'unknown' {
  if (state.requests.some((request) => request.requestId === requestId)) return 'open';
  const held = state.items.some((item) => item.kind === 'request' && item.request.requestId === requestId);
  return held ? 'settled' : 'unknown';
}
