import type { SubagentSpawned } from '@shared/acp/subagent';
import type { SessionUpdate } from '@shared/acp/update';
import type { AgentConnection } from '../agents/agentConnection';
import { UpdateBatch } from './updateBatch';

interface Subagent {
  toolCallId: string;
  batch: UpdateBatch;
  unregister: () => void;
}

/** The subagents of one session: what comes with their own session ids is collected here, each for itself. */
export class Subagents {
  readonly #subagents = new Map<string, Subagent>();
  readonly #onUpdate: () => void;
  readonly #onNested: (update: SessionUpdate) => void;

  /** `onUpdate`: something is there to `drain`. `onNested`: a subagent has one of its own, which the session tells of. */
  constructor(onUpdate: () => void, onNested: (update: SessionUpdate) => void) {
    this.#onUpdate = onUpdate;
    this.#onNested = onNested;
  }

  has(subagentSessionId: string): boolean {
    return this.#subagents.has(subagentSessionId);
  }

  /** The tool call that its subtask is named by. */
  toolCallOf(subagentSessionId: string): string | undefined {
    return this.#subagents.get(subagentSessionId)?.toolCallId;
  }

  /** From now on its updates come here, beginning with those that came before it was told of. */
  add({ subagentSessionId, toolCallId }: SubagentSpawned, connection: AgentConnection | null): void {
    if (connection === null || this.#subagents.has(subagentSessionId)) return;
    const batch = new UpdateBatch();
    const subagent = { toolCallId: toolCallId ?? subagentSessionId, batch, unregister: (): void => undefined };
    this.#subagents.set(subagentSessionId, subagent);
    subagent.unregister = connection.register(subagentSessionId, (update) => {
      const isNews = update.sessionUpdate === 'subagent_spawned' || update.sessionUpdate === 'subagent_state_update';
      if (isNews) return this.#onNested(update);
      batch.push(update);
      this.#onUpdate();
    });
  }

  drain(): { subagentSessionId: string; toolCallId: string; update: SessionUpdate }[] {
    return [...this.#subagents].flatMap(([subagentSessionId, { toolCallId, batch }]) =>
      batch.drain().map((update) => ({ subagentSessionId, toolCallId, update })),
    );
  }

  /** The connection is gone, or the session lets go of it. */
  clear(): void {
    for (const { unregister } of this.#subagents.values()) unregister();
    this.#subagents.clear();
  }
}
