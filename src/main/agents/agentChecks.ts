import type { Result } from '@shared/errors';
import type { AgentProbe } from '@shared/ipc/views';
import type { AgentBoard } from './agentBoard';
import type { CatalogEntry } from './catalog';
import { fetchesFirst } from './startDeadline';

export interface AgentChecksOptions {
  board: AgentBoard;
  /** A real start and initialize, after which the process is gone. */
  probe: (entry: CatalogEntry) => Promise<Result<AgentProbe>>;
}

/**
 * Asks agents of which nothing is known, one at a time and behind everything else. Starts of one program never overlap
 * those that sessions make: both hold its lease (StartLease).
 */
export class AgentChecks {
  readonly #options: AgentChecksOptions;
  #running: Promise<void> | null = null;

  constructor(options: AgentChecksOptions) {
    this.#options = options;
  }

  /** Resolves when all were asked. Asked for again meanwhile it is the same work. */
  refresh(): Promise<void> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #refresh(): Promise<void> {
    const { board, probe } = this.#options;
    await board.detect();
    // A start that may fetch a program from the network is the person's to ask for.
    const entries = board.unchecked().filter(({ config }) => !fetchesFirst(config.command));
    for (const entry of entries) {
      const { id } = entry.config;
      // A session may have started it since.
      if (!board.unchecked().some(({ config }) => config.id === id)) continue;
      board.setChecking(id, true);
      const asked = await probe(entry);
      board.setChecking(id, false);
      if (!asked.ok && asked.error.code === 'agent.stopped') return;
    }
  }
}
