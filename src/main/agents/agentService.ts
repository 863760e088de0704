import { type AppError, fail, ok, type Result } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { AgentId, ConnectionId } from '@shared/ids';
import type {
  AgentProbe,
  AgentsFrame,
  AgentsSnapshot,
  ConnectionView,
  InspectorFrame,
  InspectorSnapshot,
  WireFrame,
} from '@shared/ipc/views';
import type { AgentConfig, Settings } from '@shared/settings';
import type { SecretStore } from './secretStore';
import type { AgentBoard } from './agentBoard';
import { AgentChecks } from './agentChecks';
import { type CatalogEntry, DEMO_AGENT_ID, findAgent, isShipped } from './catalog';
import type { UserEnvironment } from './discovery/userEnvironment';
import type { Supervisor } from './supervisor';

export interface AgentServiceOptions {
  settings: () => Settings;
  updateSettings: (change: (settings: Settings) => Settings) => Promise<Result<null>>;
  supervisor: () => Supervisor;
  secrets: SecretStore;
  environment: UserEnvironment;
  board: AgentBoard;
  feed: Feed<AgentsFrame>;
  /** Where an agent is started when it is only tested. */
  home: string;
}

/** The person's list of agents, and what can be done with it; what is shown of each is on the board. */
export class AgentService {
  readonly feed: Feed<AgentsFrame>;
  readonly #options: AgentServiceOptions;
  readonly #board: AgentBoard;
  readonly #checks: AgentChecks;
  readonly #inspectors = new Map<ConnectionId, Feed<InspectorFrame>>();

  constructor(options: AgentServiceOptions) {
    this.#options = options;
    this.feed = options.feed;
    this.#board = options.board;
    this.#checks = new AgentChecks({
      board: options.board,
      probe: (entry) => options.supervisor().probe(entry, options.home),
    });
    this.#board.list();
  }

  find(agentId: AgentId): CatalogEntry | undefined {
    return findAgent(this.#options.settings(), agentId);
  }

  source(): StreamSource {
    return this.feed.source(() => this.snapshot());
  }

  snapshot(): AgentsSnapshot {
    return {
      environment: this.#options.environment.view,
      agents: this.#board.views(),
      connections: this.#options.supervisor().views(),
    };
  }

  inspectorSource(connectionId: ConnectionId): Result<StreamSource> {
    const supervisor = this.#options.supervisor();
    const connection = supervisor.find(connectionId);
    if (connection === undefined) return fail({ code: 'agent.stopped' });
    // The wiretap hides what looks like a secret; what is known to be one goes whatever it looks like.
    const hidden = (frame: WireFrame): WireFrame => ({ ...frame, text: connection.hide(frame.text) });
    return ok({
      snapshot: (): InspectorSnapshot => ({
        connection: supervisor.view(connection),
        frames: connection.wiretap.frames().map(hidden),
      }),
      listen: (onFrame) => {
        const feed = this.#inspectors.get(connectionId) ?? new Feed<InspectorFrame>();
        this.#inspectors.set(connectionId, feed);
        const ends = [
          connection.wiretap.subscribe((frame) =>
            onFrame({ type: 'frame', frame: hidden(frame) } satisfies InspectorFrame),
          ),
          feed.listen(onFrame),
        ];
        return () => {
          for (const end of ends) end();
          if (feed.size === 0) this.#inspectors.delete(connectionId);
        };
      },
    });
  }

  /** Looks for every agent's program; what is found is told as it is found. */
  detect(): void {
    void this.#board.detect();
  }

  /** Asks the login shell again, then looks for every agent's program. */
  async lookAgain(): Promise<Result<null>> {
    await this.#options.environment.lookAgain();
    await this.#board.detect();
    return ok(null);
  }

  /** Asks, in the background, the agents of which nothing is known. */
  refresh(): void {
    void this.#checks.refresh();
  }

  async save(given: AgentConfig, acceptPlain: boolean): Promise<Result<null>> {
    if (given.id === DEMO_AGENT_ID) {
      return fail({ code: 'settings.invalid', path: 'agents.id', message: `"${DEMO_AGENT_ID}" is the built-in agent` });
    }
    const { agent, secrets } = withoutSecrets(given);
    const kept = await this.#options.secrets.set(agent.id, agent.secretEnv, secrets, acceptPlain);
    if (!kept.ok) return kept;
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

  onProbe(entry: CatalogEntry, probe: AgentProbe | null, error: AppError | null): void {
    void this.#board.onProbe(entry, probe, error);
  }

  onSignIn(entry: CatalogEntry, needed: boolean): void {
    void this.#board.onSignIn(entry, needed);
  }

  onConnection(connection: ConnectionView): void {
    this.feed.publish({ type: 'connection.set', connection });
    this.#inspectors.get(connection.connectionId)?.publish({ type: 'connection', connection });
  }

  onConnectionRemoved(connectionId: ConnectionId): void {
    this.feed.publish({ type: 'connection.removed', connectionId });
  }
}

/** The configuration as it is written to settings.json, and the values that are not. */
function withoutSecrets(given: AgentConfig): { agent: AgentConfig; secrets: Record<string, string> } {
  const isSecret = ([name]: [string, string]): boolean => given.secretEnv.includes(name);
  const pairs = Object.entries(given.env);
  const secrets = pairs.filter((pair) => isSecret(pair) && pair[1] !== '');
  const env = Object.fromEntries(pairs.filter((pair) => !isSecret(pair)));
  return { agent: { ...given, env }, secrets: Object.fromEntries(secrets) };
}
