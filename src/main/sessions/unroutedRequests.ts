import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { Feed } from '@shared/feed';
import type { ConnectionId, RequestId } from '@shared/ids';
import type { SessionListFrame, UnroutedRequest } from '@shared/ipc/views';
import { answerToWire, type WireAnswer } from '@shared/session/answerToWire';
import { answerFault } from '@shared/session/decide/answerFault';
import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import type { AgentConnection } from '../agents/agentConnection';

/** Requests for which no session could be found: shown at the agent and answered there, never lost (AC-05). */
export class UnroutedRequests {
  readonly feed = new Feed<SessionListFrame>();
  readonly #clock: Clock;
  readonly #open = new Map<RequestId, { shown: UnroutedRequest; settle: (answer: WireAnswer | null) => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  list(): UnroutedRequest[] {
    return [...this.#open.values()].map(({ shown }) => shown);
  }

  /** Settles with null where nobody is left to hear an answer. */
  open(
    connection: Pick<AgentConnection, 'agentId' | 'connectionId'>,
    request: SessionRequest,
    signal: AbortSignal,
  ): Promise<WireAnswer | null> {
    const shown: UnroutedRequest = { agentId: connection.agentId, connectionId: connection.connectionId, request };
    return new Promise((settle) => {
      this.#open.set(request.requestId, { shown, settle });
      this.feed.publish({ type: 'unrouted.set', unrouted: shown });
      signal.addEventListener('abort', () => this.#settle(request.requestId, null));
    });
  }

  has(requestId: RequestId): boolean {
    return this.#open.has(requestId);
  }

  answer(requestId: RequestId, answer: RequestAnswer, guardMs: number): Result<null> {
    const entry = this.#open.get(requestId);
    if (entry === undefined) return fail({ code: 'request.unknown' });
    const { request } = entry.shown;
    if (this.#clock.now() - request.openedAt < guardMs) return fail({ code: 'request.tooSoon', guardMs });
    const fault = answerFault(request, answer);
    if (fault !== null) return fail({ code: 'request.answerInvalid', message: fault });
    this.#settle(requestId, answerToWire(request, answer));
    return ok(null);
  }

  /** The agent says that its page was dealt with; ids are each agent's own. */
  completeUrl(connectionId: ConnectionId, elicitationId: string): void {
    for (const { connectionId: at, request } of this.list()) {
      if (at !== connectionId || request.kind !== 'url' || request.elicitationId !== elicitationId) continue;
      this.answer(request.requestId, { kind: 'url', decision: 'opened' }, 0);
    }
  }

  #settle(requestId: RequestId, answer: WireAnswer | null): void {
    const entry = this.#open.get(requestId);
    if (entry === undefined) return;
    this.#open.delete(requestId);
    this.feed.publish({ type: 'unrouted.removed', requestId });
    entry.settle(answer);
  }
}
