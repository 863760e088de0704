import type { Clock } from '@shared/clock';
import { Feed } from '@shared/feed';
import type { EngineStart } from '@shared/ipc/host';
import type { AgentsFrame } from '@shared/ipc/views';
import { clientHandlers } from './acp/clientHandlers';
import { AgentBoard } from './agents/agentBoard';
import { AgentService } from './agents/agentService';
import { BriefRuns } from './agents/discovery/briefRuns';
import { createUserEnvironment } from './agents/discovery/createUserEnvironment';
import { ProbeFile } from './agents/discovery/probeFile';
import { Programs } from './agents/discovery/programs';
import { VersionQuestion } from './agents/discovery/versionQuestion';
import { StartLease } from './agents/startLease';
import { McpServers } from './agents/mcpServers';
import { createRegistry } from './agents/registry/createRegistry';
import type { RegistryService } from './agents/registry/registryService';
import { Ptys } from './agents/ptys';
import type { AgentStarter } from './agents/startAgent';
import { Supervisor } from './agents/supervisor';
import { Terminals } from './agents/terminals';
import type { AppState } from './ipc/appState';
import { sessionHost } from './sessions/sessionHost';
import type { SessionService } from './sessions/sessionService';
import type { UnroutedRequests } from './sessions/unroutedRequests';
import type { SecretStore } from './agents/secretStore';
import type { Store } from './store/openStore';
import type { Guard } from './agents/guard';
import type { RunRecords } from './agents/runRecords';

/** What the engine's parts are built on. */
export interface EngineGround {
  start: EngineStart;
  clock: Clock;
  newId: () => string;
  app: AppState;
  store: Store;
  secrets: SecretStore;
  guard: Guard;
  records: RunRecords;
  unrouted: UnroutedRequests;
  onDefect: (where: string, thrown: unknown) => void;
}

export type AgentParts = ReturnType<typeof composeAgents>;

/** Agents and all that runs for them: what is made, in which order, and who knows whom. No logic. */
export function composeAgents(ground: EngineGround, sessionsOf: () => SessionService) {
  const { start, clock, newId, app, store, secrets, guard, records, unrouted, onDefect } = ground;
  const lease = new StartLease();
  const agentsFeed = new Feed<AgentsFrame>();
  const probeFile = ProbeFile.open(start.home, (error) => onDefect('agents-probe.json', error));
  const briefRuns = new BriefRuns(clock, guard);
  const environment = createUserEnvironment(briefRuns, agentsFeed);
  const programs = new Programs(
    environment,
    new VersionQuestion({
      runs: briefRuns,
      cache: probeFile,
      exclusively: (executable, work) => lease.run(executable, work),
    }),
  );
  const agentBoard = new AgentBoard({
    settings: () => app.settings,
    secrets,
    environment,
    programs,
    file: probeFile,
    feed: agentsFeed,
  });
  const terminals = new Terminals({ clock, guard, newId });
  const starter: AgentStarter = {
    clock,
    guard,
    records,
    home: start.home,
    demoWorkerFile: start.demoWorkerFile,
    locale: () => app.locale,
    secrets,
    proxy: () => app.settings.proxy,
    lease,
    environment,
    programs,
  };
  const supervisor: Supervisor = new Supervisor({
    starter,
    clock,
    clientVersion: start.version,
    newId,
    durations: () => app.settings.durations,
    owner: (connection) =>
      clientHandlers(
        sessionHost({
          connection,
          actors: () => sessionsOf().actors,
          unrouted,
          terminals,
          blobs: store.blobs,
          supervisor: () => supervisor,
          now: () => clock.now(),
          newId,
        }),
        connection.adapter.capabilities,
        (error) => onDefect(`request of ${connection.agentId}`, error),
      ),
    isBusy: (connection) => sessionsOf().isConnectionBusy(connection),
    sessionIdsOf: (connection) => sessionsOf().sessionIdsOf(connection),
    onConnection: (view) => agents.onConnection(view),
    onConnectionRemoved: (connectionId) => agents.onConnectionRemoved(connectionId),
    onProbe: (entry, probe, error) => agents.onProbe(entry, probe, error),
    onSignIn: (entry, needed) => agents.onSignIn(entry, needed),
    onFault: (error) => onDefect('connection', error),
  });
  const agents: AgentService = new AgentService({
    settings: () => app.settings,
    updateSettings: (change) => app.update(change),
    supervisor: () => supervisor,
    secrets,
    environment,
    board: agentBoard,
    feed: agentsFeed,
    home: start.home,
  });
  const registry: RegistryService = createRegistry({
    home: start.home,
    clock,
    newId,
    guard,
    records,
    settings: () => app.settings,
    updateSettings: (change) => app.update(change),
    environment,
    supervisor,
    agents,
    board: agentBoard,
    onDefect,
  });
  const mcpServers = new McpServers({
    settings: () => app.settings,
    updateSettings: (change) => app.update(change),
    secrets,
    environment,
  });
  const ptys = new Ptys({ clock, guard, records, newId });
  return {
    agentBoard,
    agents,
    briefRuns,
    environment,
    lease,
    mcpServers,
    probeFile,
    ptys,
    registry,
    starter,
    supervisor,
    terminals,
  };
}
