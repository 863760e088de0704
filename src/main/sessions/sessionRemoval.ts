import { ok, type Result } from '@shared/errors';
import type { AgentId, SessionId } from '@shared/ids';
import type { AgentConnection } from '../agents/agentConnection';
import type { Terminals } from '../agents/terminals';
import type { Store } from '../store/openStore';
import type { LiveActors } from './liveActors';
import type { SessionBoard } from './sessionBoard';
import type { SessionContext } from './sessionContext';

export interface SessionRemovalOptions {
  context: SessionContext;
  store: Store;
  board: SessionBoard;
  actors: LiveActors;
  terminals: Terminals;
  onRemoved: () => void;
}

const ANSWER_MS = 5000;

/** `told`: what its agent answered; it is not asked where no process of it serves the session. */
interface Ended {
  told: 'done' | 'refused' | 'notAsked';
  acpSessionId: string | null;
}

/** Sessions go: their turns stop, their rows go, and where that is wanted and offered the agent deletes its own too. */
export class SessionRemoval {
  readonly #options: SessionRemovalOptions;

  constructor(options: SessionRemovalOptions) {
    this.#options = options;
  }

  /** Answers with how many the agents still have although they were to be deleted there too. */
  async remove(sessionIds: readonly SessionId[], atAgent: boolean): Promise<Result<{ keptAtAgent: number }>> {
    const { board, store, onRemoved } = this.#options;
    let keptAtAgent = 0;
    /** Of sessions without a process: their agent is asked when they are gone here. */
    const later = new Map<AgentId, string[]>();
    const gone: SessionId[] = [];
    for (const sessionId of new Set(sessionIds)) {
      const summary = board.get(sessionId);
      if (summary === undefined) continue;
      const { told, acpSessionId } = await this.#end(sessionId, atAgent);
      if (told === 'refused') keptAtAgent += 1;
      if (told === 'notAsked' && atAgent && acpSessionId !== null)
        later.set(summary.agentId, [...(later.get(summary.agentId) ?? []), acpSessionId]);
      gone.push(sessionId);
    }
    store.database.transaction(() => {
      for (const sessionId of gone) store.sessions.delete(sessionId);
    });
    for (const sessionId of gone) board.remove(sessionId);
    onRemoved();
    for (const [agentId, acpSessionIds] of later) keptAtAgent += await this.#deleteAt(agentId, acpSessionIds);
    return ok({ keptAtAgent });
  }

  /** One without a process is not read for it: thousands go at once, and one that cannot be read any more goes too. */
  async #end(sessionId: SessionId, atAgent: boolean): Promise<Ended> {
    const { actors, terminals, store } = this.#options;
    const actor = actors.get(sessionId);
    if (actor === undefined) {
      await terminals.closeAll(sessionId);
      return { told: 'notAsked', acpSessionId: store.sessions.get(sessionId)?.acpSessionId ?? null };
    }
    actor.cancel();
    const { connection } = actor;
    const { acpSessionId } = actor.state;
    let told: Ended['told'] = 'notAsked';
    if (connection?.status === 'ready' && acpSessionId !== null) {
      const { session } = connection.agent.capabilities;
      if (atAgent) told = session.delete ? await this.#ask(connection, 'session/delete', acpSessionId) : 'done';
      else if (session.close) await this.#ask(connection, 'session/close', acpSessionId);
    }
    await terminals.closeAll(sessionId);
    actors.end(actor);
    if (connection !== null && actors.on(connection).length === 0) await connection.close();
    return { told, acpSessionId };
  }

  /** How many are still there. */
  async #deleteAt(agentId: AgentId, acpSessionIds: readonly string[]): Promise<number> {
    const { context } = this.#options;
    const entry = context.agent(agentId);
    if (entry === undefined) return 0;
    let left = acpSessionIds.length;
    const used = await context.supervisor.withAgent(entry, async (connection) => {
      // An agent that cannot delete was never said to.
      if (!connection.agent.capabilities.session.delete) left = 0;
      for (const acpSessionId of left === 0 ? [] : acpSessionIds) {
        if ((await this.#ask(connection, 'session/delete', acpSessionId)) === 'done') left -= 1;
      }
    });
    if (!used.ok) context.onDefect('session/delete', used.error);
    return left;
  }

  async #ask(
    connection: AgentConnection,
    method: 'session/delete' | 'session/close',
    acpSessionId: string,
  ): Promise<'done' | 'refused'> {
    try {
      await connection.request(method, { sessionId: acpSessionId }, { deadlineMs: ANSWER_MS });
      return 'done';
    } catch (thrown) {
      this.#options.context.onDefect(method, thrown);
      return 'refused';
    }
  }
}
