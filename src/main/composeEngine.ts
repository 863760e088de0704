import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { AppFailure } from '@shared/errors';
import { contract, streams } from '@shared/ipc/contract';
import { Feed } from '@shared/feed';
import type { EngineStart, HostNews, HostToEngine } from '@shared/ipc/host';
import type { AgentsFrame } from '@shared/ipc/views';
import { clientHandlers } from './acp/clientHandlers';
import { hideSecrets } from './acp/redact';
import { AgentBoard } from './agents/agentBoard';
import { AgentMcp } from './agents/agentMcp';
import { AgentService } from './agents/agentService';
import { BriefRuns } from './agents/discovery/briefRuns';
import { createUserEnvironment } from './agents/discovery/createUserEnvironment';
import { ProbeFile } from './agents/discovery/probeFile';
import { Programs } from './agents/discovery/programs';
import { VersionQuestion } from './agents/discovery/versionQuestion';
import { StartLease } from './agents/startLease';
import { McpServers } from './agents/mcpServers';
import { startGuard } from './agents/guard';
import { createRegistry } from './agents/registry/createRegistry';
import type { RegistryService } from './agents/registry/registryService';
import { openRunRecords } from './agents/runRecords';
import { Ptys } from './agents/ptys';
import { agentProgram, type AgentStarter } from './agents/startAgent';
import { ModelCatalog } from './agents/modelCatalog';
import { Supervisor } from './agents/supervisor';
import { Terminals } from './agents/terminals';
import { AppState } from './ipc/appState';
import { createHandlers } from './ipc/handlers';
import type { HostPort } from './ipc/hostPort';
import { servePage } from './ipc/page';
import type { Port } from './ipc/port';
import { createRouter } from './ipc/router';
import { ProjectService } from './projects/projectService';
import { ProjectBoard } from './sessions/projectBoard';
import { SessionBoard } from './sessions/sessionBoard';
import { SavedImages } from './sessions/savedImages';
import { sessionHost } from './sessions/sessionHost';
import { SignInService } from './sessions/signInService';
import { SearchService } from './sessions/searchService';
import { SessionPages } from './sessions/sessionPages';
import { SessionTools } from './sessions/sessionTools';
import { SessionService } from './sessions/sessionService';
import { UnroutedRequests } from './sessions/unroutedRequests';
import { databasePath, openStore } from './store/openStore';
import { SearchClient } from './store/searchClient';
import { SecretStore } from './agents/secretStore';
import { SettingsFile } from './store/settingsFile';

// The engine put together: what is made, in which order, and who knows whom. No logic (DESIGN section 3). Its entry in
// Electron's utility process is engine.ts; tests start the same under plain Node.

const wallClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const newId = (): string => randomUUID();
/** To the log, without what looks like a secret or is one of `secrets`. */
export function logDefect(where: string, thrown: unknown, secrets: readonly string[] = []): void {
  // Whole and unbroken, so that no secret is cut in two before it is looked for; and as inspect itself escapes one.
  const told = inspect(thrown, { breakLength: Infinity, maxStringLength: Infinity });
  const escaped = secrets.map((secret) =>
    inspect(secret, { breakLength: Infinity, maxStringLength: Infinity }).slice(1, -1),
  );
  const text = hideSecrets(told, [...secrets, ...escaped]).slice(0, MAX_LOGGED);
  process.stderr.write(`defect in ${where}: ${text}\n`);
}
/** One fault does not fill the log. */
const MAX_LOGGED = 32 * 1024;

export interface Engine {
  /** What comes from main; `port` is the page's, with a message `page`. */
  receive(message: HostToEngine, port?: Port): void;
  /** To the log, without any secret that the engine knows. */
  onDefect(where: string, thrown: unknown): void;
  /** Ends turns in order, then every process tree, then the store. */
  shutdown(): Promise<void>;
}

/** Rejects with an AppFailure where the profile cannot be opened. */
export async function startEngine(start: EngineStart, host: HostPort, clock: Clock = wallClock): Promise<Engine> {
  mkdirSync(start.home, { recursive: true });
  const { file, setAside, leftOut } = SettingsFile.open(start.home, clock);
  const app = new AppState(file, start, clock, (settings, locale) => {
    host.tell({ type: 'settings', locale, theme: settings.theme });
    registry.changed();
  });
  const opened = openStore({
    home: start.home,
    clock,
    newId,
    onFailure: (error) =>
      app.notice({ code: 'store.writeFailed', message: 'message' in error ? error.message : error.code }),
    onRecovered: () => app.dismissAll('store.writeFailed'),
  });
  if (!opened.ok) throw new AppFailure(opened.error);
  const store = opened.value;

  const secrets = SecretStore.open(start.home, {
    seal: (text) => host.ask('encrypt', { text }),
    unseal: (sealed) => host.ask('decrypt', { sealed }),
  });
  const onDefect = (where: string, thrown: unknown): void => logDefect(where, thrown, secrets.inClear());

  const guard = startGuard({ onLost: (willRestart) => onDefect('guard', { willRestart }) });
  const records = await openRunRecords({
    file: join(start.home, 'runs.jsonl'),
    onFailure: (error) => onDefect('run records', error),
  });
  const swept = await records.sweep(clock);
  if (swept.found > 0) app.notice({ code: 'processes.swept', count: swept.found });

  const projects = new ProjectService({ database: store.database, clock, newId });
  const projectBoard = new ProjectBoard(projects);
  await projectBoard.refresh();
  const unrouted = new UnroutedRequests(clock);
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
          actors: () => sessions.actors,
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
    isBusy: (connection) => sessions.isConnectionBusy(connection),
    sessionIdsOf: (connection) => sessions.sessionIdsOf(connection),
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
  const board = new SessionBoard(store.sessions);
  const savedImages = new SavedImages({ folder: join(start.home, 'attachments'), onDefect });
  savedImages.follow(board);
  const sessions: SessionService = new SessionService({
    context: {
      clock,
      newId,
      transcripts: store.transcripts,
      index: store.sessions,
      blobs: store.blobs,
      savedImages,
      supervisor,
      models: new ModelCatalog({ clock, program: (entry) => agentProgram(entry, starter) }),
      settings: () => app.settings,
      agent: (agentId) => agents.find(agentId),
      mcpServers,
      continuePlanPrompt: () => CONTINUE_PLAN[app.locale],
      onDefect,
    },
    store,
    projects,
    projectBoard,
    board,
    unrouted,
    terminals,
    home: start.home,
    notify: (news) => host.tell({ type: 'notify', ...news }),
    onCounts: (counts) => host.tell({ type: 'counts', ...counts }),
  });
  sessions.start();
  void registry.sweep();
  const signIns = new SignInService({
    clock,
    sessions,
    agents,
    supervisor,
    ptys,
    program: (entry) => agentProgram(entry, starter),
  });

  if (setAside !== null) app.notice({ code: 'settings.setAside', ...setAside });
  for (const entry of leftOut) app.notice({ code: 'settings.entryLeftOut', ...entry });
  if (start.restarted) app.notice({ code: 'engine.restarted' });

  const search = new SearchService(
    new SearchClient({ workerFile: start.searchWorkerFile, databaseFile: databasePath(start.home) }),
    () => sessions.actors,
  );
  const pages = new SessionPages({ transcripts: store.transcripts, actors: () => sessions.actors });
  const tools = new SessionTools({
    clock,
    board,
    settings: () => app.settings,
    agent: (agentId) => agents.find(agentId),
    agentMcp: new AgentMcp({ clock, runs: briefRuns, lease, program: (entry) => agentProgram(entry, starter) }),
    environment: () => environment.base(),
  });
  const handlers = createHandlers({
    sessions,
    tools,
    projectBoard,
    agents,
    mcpServers,
    signIns,
    ptys,
    supervisor,
    registry,
    blobs: store.blobs,
    drafts: store.drafts,
    places: store.places,
    search,
    pages,
    app,
    host,
  });
  const router = createRouter(contract, handlers, onDefect);
  const openPage = (port: Port): void => {
    servePage(
      port,
      router,
      streams,
      {
        app: () => ({ ok: true, value: app.source() }),
        sessionList: () => ({ ok: true, value: sessions.listSource() }),
        session: ({ sessionId }) => sessions.sessionSource(sessionId),
        agents: () => ({ ok: true, value: agents.source() }),
        registry: () => ({ ok: true, value: registry.source() }),
        signIns: () => ({ ok: true, value: signIns.source() }),
        pty: ({ ptyId }) => ptys.source(ptyId),
        inspector: ({ connectionId }) => agents.inspectorSource(connectionId),
      },
      clock,
    );
  };

  const shutdown = async (): Promise<void> => {
    sessions.shutdown();
    await terminals.closeAll();
    const ptysGone = await ptys.closeAll();
    await briefRuns.closeAll();
    await registry.close();
    // Where something could not be ended the guard keeps its list, and acts on it when we are gone.
    const agentsGone = await supervisor.closeAll();
    if (agentsGone && ptysGone) await guard.close();
    await probeFile.written();
    await search.close();
    store.close();
  };
  const openFolder = async (path: string): Promise<void> => {
    const added = await sessions.projects.add(path);
    if (added.ok) app.navigate({ view: 'project', projectId: added.value.projectId });
    else if (added.error.code === 'project.notFolder') app.notice(added.error);
    else onDefect('open folder', added.error);
  };
  const onNews = (news: HostNews): void => {
    switch (news.type) {
      case 'navigate':
        return app.navigate(news.to);
      case 'openFolder':
        return void openFolder(news.path);
      case 'windowFocus':
        return sessions.windowFocus(news.focused);
      case 'pageRestarted':
        return app.notice({ code: 'page.restarted' });
      case 'shutdown':
        return void shutdown().then(() => process.exit(0));
    }
  };

  host.tell({ type: 'settings', locale: app.locale, theme: app.settings.theme });
  return {
    receive(message, port) {
      if (message.t === 'news') onNews(message.news);
      else if (message.t !== 'page') host.onAnswer(message);
      else if (port !== undefined) openPage(port);
    },
    onDefect,
    shutdown,
  };
}

/** Said in the person's name, so in their language. */
const CONTINUE_PLAN = { en: 'Go ahead and carry out the plan.', 'zh-CN': '请按计划开始执行。' };
