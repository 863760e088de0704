import type { CursorModel } from '@shared/acp/cursor';
import type { Clock } from '@shared/clock';
import { toAppError } from '@shared/errors';
import type { AgentConnection } from './agentConnection';
import type { CatalogEntry } from './catalog';
import { programStamp } from './discovery/programStamp';
import type { AgentProgram } from './startAgent';

export interface ModelCatalogOptions {
  clock: Clock;
  program: (entry: CatalogEntry) => Promise<AgentProgram>;
}

/** Cursor takes 10 to 15 s to list its models (t3code #7933), and the list changes by the week. */
const KEPT_MS = 30 * 60_000;
const DEADLINE_MS = 60_000;

/**
 * The models that an agent lists when it is asked (cursor-acp.md 2.5), kept half an hour for one program and one account
 * (AC-15). Nothing waits for it: until it has answered, and where it is not offered (AC-16), the session's own list counts.
 */
export class ModelCatalog {
  readonly #options: ModelCatalogOptions;
  readonly #kept = new Map<string, { at: number; models: Promise<readonly CursorModel[] | null> }>();

  constructor(options: ModelCatalogOptions) {
    this.#options = options;
  }

  /** Null where there is no such list. Never rejects. */
  async of(connection: AgentConnection, entry: CatalogEntry): Promise<readonly CursorModel[] | null> {
    const { modelList } = connection.adapter;
    if (modelList === null) return null;
    const { command, args, env } = await this.#options.program(entry);
    const program = [programStamp(command) ?? command, args];
    const key = JSON.stringify([program, await modelList.account(env), connection.agent.agentInfo?.version]);
    const now = this.#options.clock.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.models;
    const asked = { at: now, models: this.#ask(connection, modelList.method, () => this.#forget(key, asked)) };
    this.#kept.set(key, asked);
    return asked.models;
  }

  async #ask(
    connection: AgentConnection,
    method: 'cursor/list_available_models',
    onFailure: () => void,
  ): Promise<readonly CursorModel[] | null> {
    try {
      const { models } = await connection.request(method, {}, { deadlineMs: DEADLINE_MS });
      return models.length === 0 ? null : models;
    } catch (thrown) {
      const error = toAppError(thrown);
      // A program that does not know the method will not learn it; everything else is worth another try.
      const isUnknown = error.code === 'agent.refused' && error.rpcCode === -32601;
      if (!isUnknown) onFailure();
      return null;
    }
  }

  #forget(key: string, asked: { at: number }): void {
    if (this.#kept.get(key) === asked) this.#kept.delete(key);
  }
}
