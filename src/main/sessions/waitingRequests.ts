import type { RequestId } from '@shared/ids';
import { settlementToWire, type WireAnswer } from '@shared/session/answerToWire';
import type { SessionEventBody } from '@shared/session/event';
import type { SessionRequest } from '@shared/session/request';

interface Waiting {
  request: SessionRequest;
  /** `null`: nobody is left to hear an answer. */
  settle: (answer: WireAnswer | null) => void;
  answered: Promise<void>;
}

/** The agent's open calls behind a session's requests: what is decided about one is answered on the wire. */
export class WaitingRequests {
  readonly #waiting = new Map<RequestId, Waiting>();
  /** Those of answers that are decided, and not on the wire yet. */
  readonly #leaving = new Set<Promise<void>>();

  get size(): number {
    return this.#waiting.size;
  }

  /** `answered`: resolves when the agent was sent what `settle` got. */
  add(request: SessionRequest, settle: Waiting['settle'], answered: Promise<void>): void {
    this.#waiting.set(request.requestId, { request, settle, answered });
  }

  /** An agent that waits for an answer gets it before anything new is asked of it. */
  async answersLeft(): Promise<void> {
    await Promise.all(this.#leaving);
  }

  has(requestId: RequestId): boolean {
    return this.#waiting.has(requestId);
  }

  get(requestId: RequestId): SessionRequest | undefined {
    return this.#waiting.get(requestId)?.request;
  }

  ofUrl(elicitationId: string): RequestId[] {
    return [...this.#waiting.values()].flatMap(({ request }) =>
      request.kind === 'url' && request.elicitationId === elicitationId ? [request.requestId] : [],
    );
  }

  /** Answers what these events settled. */
  settle(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      if (body.type !== 'request.settled') continue;
      const waiting = this.#waiting.get(body.requestId);
      if (waiting === undefined) continue;
      this.#waiting.delete(body.requestId);
      const { request, settle, answered } = waiting;
      this.#leaving.add(answered);
      void answered.then(() => this.#leaving.delete(answered));
      settle(settlementToWire(request, body.settlement));
    }
  }
}
