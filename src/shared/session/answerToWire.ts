import type { PermissionOutcome } from '../acp/clientMethods';
import type { AskQuestionOutcome, CreatePlanOutcome } from '../acp/cursor';
import type { ElicitationAnswer } from '../acp/elicitation';
import { given } from '../acp/lenient';
import type { RequestAnswer, SessionRequest, Settlement } from './request';

/**
 * The JSON-RPC result for a request. The outcome is nested for permissions and for Cursor's extensions alike: Cursor
 * reads a flat one as cancelled (AC-01).
 */
export type WireAnswer = { outcome: PermissionOutcome | CreatePlanOutcome | AskQuestionOutcome } | ElicitationAnswer;

/** `cancelled` in the words of each request: nobody chose, and nothing may be taken for a choice. */
export function cancelledToWire(request: SessionRequest): WireAnswer {
  return request.kind === 'form' || request.kind === 'url'
    ? { action: 'cancel' }
    : { outcome: { outcome: 'cancelled' } };
}

/** Of an answer that `decide` accepted. One of another kind than the request's is sent as `cancelled`. */
export function answerToWire(request: SessionRequest, answer: RequestAnswer): WireAnswer {
  switch (answer.kind) {
    case 'permission':
      if (request.kind !== 'permission') break;
      return { outcome: { outcome: 'selected', optionId: answer.optionId } };
    case 'plan':
      if (request.kind !== 'plan') break;
      return answer.decision === 'accepted'
        ? { outcome: { outcome: 'accepted' } }
        : { outcome: given({ outcome: 'rejected', reason: answer.reason || undefined }) };
    case 'question':
      if (request.kind !== 'question') break;
      return { outcome: questionOutcome(request, answer) };
    case 'form':
      if (request.kind !== 'form') break;
      return answer.decision === 'accepted' ? { action: 'accept', content: answer.content } : { action: 'decline' };
    case 'url':
      if (request.kind !== 'url') break;
      return { action: answer.decision === 'opened' ? 'accept' : 'decline' };
    case 'cancelled':
      break;
  }
  return cancelledToWire(request);
}

/** What to send for a settled request; null where nobody is left to hear it or the agent took the request back. */
export function settlementToWire(request: SessionRequest, settlement: Settlement): WireAnswer | null {
  switch (settlement.kind) {
    case 'answered':
      return answerToWire(request, settlement.answer);
    case 'cancelled':
    case 'withdrawn':
      return cancelledToWire(request);
    case 'expired':
      return null;
  }
}

function questionOutcome(
  request: Extract<SessionRequest, { kind: 'question' }>,
  answer: Extract<RequestAnswer, { kind: 'question' }>,
): PermissionOutcome | AskQuestionOutcome {
  if (request.via === 'permission') {
    // A permission that is really a question takes one option id (AC-07), and skipping has one of its own.
    const optionId = answer.decision === 'answered' ? answer.answers[0]?.selectedOptionIds[0] : request.skipOptionId;
    return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
  }
  if (answer.decision === 'answered') return { outcome: 'answered', answers: answer.answers };
  return given({ outcome: 'skipped', reason: answer.reason || undefined });
}
