import { type AppError, fail, ok, type Result } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { AgentId, ConnectionId } from '@shared/ids';
import type {
  AgentProbe,
  AgentsFrame,
  AgentsSnapshot,
  AgentView,
  ConnectionView,
  InspectorFrame,
  InspectorSnapshot,
} from '@shared/ipc/views';
import type { AgentConfig, Settings } from '@shared/settings';
import { availabilityOf, type CatalogEntry, DEMO_AGENT_ID, findAgent, isShipped, listAgents } from './catalog';
import { agentEnvironment } from './environment';
import type { Supervisor } from './supervisor';

export interface AgentServiceOptions {
  settings: () => Settings;
  updateSettings: (change: (settings: Settings) => Settings) => Promise<Result<null>>;
  supervisor: () => Supervisor;
  /** Where an agent is started when it is only tested. */
  home: string;
}

interface Told {
  probe: AgentProbe | null;
  lastError: AppError | null;
}

/** The person's list of agents: what is on it, what is there, what each told of itself in this run. */
export class AgentService {
  readonly feed = new Feed<AgentsFrame>();
  readonly #options: AgentServiceOptions;
  readonly #told = new Map<AgentId, Told>();
  #views = new Map<AgentId, AgentView>();
  readonly #inspectors = new Map<ConnectionId, Feed<InspectorFrame>>();

  constructor(options: AgentServiceOptions) {
    this.#options = options;
    this.detect();
  }

  find(agentId: AgentId): CatalogEntry | undefined {
    return findAgent(this.#options.settings(), agentId);
  }

  source(): StreamSource {
    return this.feed.source((): AgentsSnapshot => ({
      agents: [...this.#views.values()],
      connections: this.#options.supervisor().views(),
    }));
  }

  inspectorSource(connectionId: ConnectionId): Result<StreamSource> {
    const supervisor = this.#options.supervisor();
    const connection = supervisor.find(connectionId);
    if (connection === undefined) return fail({ code: 'agent.stopped' });
    return ok({
      snapshot: (): InspectorSnapshot => ({
        connection: supervisor.view(connection),
        frames: connection.wiretap.frames(),
      }),
      listen: (onFrame) => {
        const feed = this.#inspectors.get(connectionId) ?? new Feed<InspectorFrame>();
        this.#inspectors.set(connectionId, feed);
        const ends = [
          connection.wiretap.subscribe((frame) => onFrame({ type: 'frame', frame } satisfies InspectorFrame)),
          feed.listen(onFrame),
        ];
        return () => {
          for (const end of ends) end();
          if (feed.size === 0) this.#inspectors.delete(connectionId);
        };
      },
    });
  }

  /** Looks for every agent's program again and tells what changed. */
  detect(): void {
    const env = agentEnvironment(process.env, {}, '');
    const next = new Map<AgentId, AgentView>();
    for (const entry of listAgents(this.#options.settings())) {
      const { probe = null, lastError = null } = this.#told.get(entry.config.id) ?? {};
      next.set(entry.config.id, {
        ...entry,
        availability: availabilityOf(entry, { ...env, ...entry.config.env }),
        probe,
        lastError,
      });
    }
    for (const agentId of this.#views.keys()) {
      if (!next.has(agentId)) this.feed.publish({ type: 'agent.removed', agentId });
    }
    for (const [agentId, agent] of next) {
      if (JSON.stringify(agent) !== JSON.stringify(this.#views.get(agentId)))
        this.feed.publish({ type: 'agent.set', agent });
    }
    this.#views = next;
  }

  async save(agent: AgentConfig): Promise<Result<null>> {
    if (agent.id === DEMO_AGENT_ID) {
      return fail({ code: 'settings.invalid', path: 'agents.id', message: `"${DEMO_AGENT_ID}" is the built-in agent` });
    }
    this.#told.delete(agent.id);
    const saved = await this.#options.updateSettings((settings) => ({
      ...settings,
      agents: [...settings.agents.filter(({ id }) => id !== agent.id), agent],
      hiddenAgents: settings.hiddenAgents.filter((id) => id !== agent.id),
    }));
    this.detect();
    return saved;
  }

  async remove(agentId: AgentId): Promise<Result<null>> {
    if (this.find(agentId) === undefined || agentId === DEMO_AGENT_ID) return fail({ code: 'agent.unknown', agentId });
    const saved = await this.#options.updateSettings((settings) => ({
      ...settings,
      agents: settings.agents.filter(({ id }) => id !== agentId),
      hiddenAgents: isShipped(agentId) ? [...new Set([...settings.hiddenAgents, agentId])] : settings.hiddenAgents,
    }));
    this.detect();
    return saved;
  }

  async restore(agentId: AgentId): Promise<Result<null>> {
    if (!isShipped(agentId)) return fail({ code: 'agent.unknown', agentId });
    const saved = await this.#options.updateSettings((settings) => ({
      ...settings,
      agents: settings.agents.filter(({ id }) => id !== agentId),
      hiddenAgents: settings.hiddenAgents.filter((id) => id !== agentId),
    }));
    this.detect();
    return saved;
  }

  /** A real start and initialize of the configuration as given, saved or not. */
  test(config: AgentConfig): Promise<Result<AgentProbe>> {
    const known = this.find(config.id);
    const entry: CatalogEntry =
      known?.origin === 'demo' ? known : { config, origin: known?.origin ?? 'custom', changed: true };
    return this.#options.supervisor().probe(entry, this.#options.home);
  }

  // What the supervisor tells

  onProbe(agentId: AgentId, probe: AgentProbe | null, error: AppError | null): void {
    const before = this.#told.get(agentId);
    this.#told.set(agentId, { probe: probe ?? before?.probe ?? null, lastError: error });
    const view = this.#views.get(agentId);
    if (view === undefined) return;
    const agent = { ...view, ...this.#told.get(agentId) };
    this.#views.set(agentId, agent);
    this.feed.publish({ type: 'agent.set', agent });
  }

  onConnection(connection: ConnectionView): void {
    this.feed.publish({ type: 'connection.set', connection });
    this.#inspectors.get(connection.connectionId)?.publish({ type: 'connection', connection });
  }

  onConnectionRemoved(connectionId: ConnectionId): void {
    this.feed.publish({ type: 'connection.removed', connectionId });
  }
}
