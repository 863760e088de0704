import { fail, ok, type Result, toAppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import { Journal } from './journal';
import { SessionActor } from './sessionActor';
import type { SessionBoard } from './sessionBoard';
import type { SessionContext } from './sessionContext';

/** Sessions whose newest items stay in memory. Those beyond keep their heads, as long as a connection holds them. */
const MAX_HOT = 24;

/** The sessions that are in memory: an actor lives as long as something needs it, and is made when it is asked for. */
export class LiveActors {
  readonly #context: SessionContext;
  readonly #board: SessionBoard;
  readonly #actors = new Map<SessionId, SessionActor>();
  /** The one that was asked for the longest ago first. */
  readonly #hot = new Set<SessionActor>();

  constructor(context: SessionContext, board: SessionBoard) {
    this.#context = context;
    this.#board = board;
  }

  get all(): SessionActor[] {
    return [...this.#actors.values()];
  }

  /** Only where it is in memory already. */
  get(sessionId: SessionId): SessionActor | undefined {
    return this.#actors.get(sessionId);
  }

  find(sessionId: SessionId): Result<SessionActor> {
    const live = this.#actors.get(sessionId);
    if (live !== undefined) return ok(this.#warmed(live));
    const summary = this.#board.get(sessionId);
    if (summary === undefined) return fail({ code: 'session.unknown', sessionId });
    try {
      const journal = Journal.open(this.#context, sessionId);
      if (!journal.ok) return journal;
      const { projectId, agentId, cwd } = summary;
      const actor = new SessionActor({ sessionId, projectId, agentId, cwd }, this.#context, journal.value);
      this.#actors.set(sessionId, actor);
      // Nobody held it, so it has no process, whatever was written when the last run was killed.
      if (hasProcess(actor)) actor.reconcile();
      return ok(this.#warmed(actor));
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  }

  /** Something happened in it, so it is hot; the coldest of too many lets its window go. */
  touch(actor: SessionActor): void {
    if (this.#actors.get(actor.identity.sessionId) === actor) this.#warmed(actor);
  }

  #warmed(actor: SessionActor): SessionActor {
    this.#hot.delete(actor);
    this.#hot.add(actor);
    for (const cold of this.#hot) {
      if (this.#hot.size <= MAX_HOT) break;
      if (cold.isBusy || cold.journal.events.size > 0) continue;
      cold.journal.cool();
      this.#hot.delete(cold);
    }
    return actor;
  }

  isBusy(sessionId: SessionId): boolean {
    const actor = this.#actors.get(sessionId);
    // What came just now is no work.
    actor?.flush();
    return actor?.isBusy === true;
  }

  on(connection: object): SessionActor[] {
    return this.all.filter((actor) => actor.connection === connection);
  }

  /** An actor that nobody watches and nothing holds goes back to the store: a hundred sessions cost almost nothing. */
  letGo(actor: SessionActor): void {
    if (actor.isBusy || actor.connection !== null || actor.attachment.isAttaching || actor.journal.events.size > 0)
      return;
    if (this.#actors.get(actor.identity.sessionId) === actor) this.end(actor);
  }

  end(actor: SessionActor): void {
    actor.close();
    this.#hot.delete(actor);
    this.#actors.delete(actor.identity.sessionId);
  }
}

const hasProcess = ({ state: { connection } }: SessionActor): boolean =>
  connection.status !== 'none' && connection.status !== 'exited';
