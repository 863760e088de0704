import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { AppFailure } from '@shared/errors';
import { contract, streams } from '@shared/ipc/contract';
import type { EngineStart, HostNews, HostToEngine } from '@shared/ipc/host';
import { clientHandlers } from './acp/clientHandlers';
import { AgentService } from './agents/agentService';
import { startGuard } from './agents/guard';
import { openRunRecords } from './agents/runRecords';
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
import { sessionHost } from './sessions/sessionHost';
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
export const logDefect = (where: string, thrown: unknown): void =>
  void process.stderr.write(`defect in ${where}: ${inspect(thrown)}\n`);

export interface Engine {
  /** What comes from main; `port` is the page's, with a message `page`. */
  receive(message: HostToEngine, port?: Port): void;
  /** Ends turns in order, then every process tree, then the store. */
  shutdown(): Promise<void>;
}

/** Rejects with an AppFailure where the profile cannot be opened. */
export async function startEngine(start: EngineStart, host: HostPort, clock: Clock = wallClock): Promise<Engine> {
  mkdirSync(start.home, { recursive: true });
  const { file, setAside } = SettingsFile.open(start.home, clock);
  const app = new AppState(file, start, clock, (settings, locale) => {
    host.tell({ type: 'settings', locale, theme: settings.theme });
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

  const guard = startGuard({ onLost: (willRestart) => logDefect('guard', { willRestart }) });
  const records = await openRunRecords({
    file: join(start.home, 'runs.jsonl'),
    onFailure: (error) => logDefect('run records', error),
  });
  const swept = await records.sweep(clock);
  if (swept.found > 0) app.notice({ code: 'processes.swept', count: swept.found });

  const secrets = SecretStore.open(start.home, {
    seal: (text) => host.ask('encrypt', { text }),
    unseal: (sealed) => host.ask('decrypt', { sealed }),
  });
  const projects = new ProjectService({ database: store.database, clock, newId });
  const projectBoard = new ProjectBoard(projects);
  await projectBoard.refresh();
  const unrouted = new UnroutedRequests(clock);
  const terminals = new Terminals({ clock, guard, newId });
  const supervisor: Supervisor = new Supervisor({
    starter: {
      clock,
      guard,
      records,
      home: start.home,
      demoWorkerFile: start.demoWorkerFile,
      locale: () => app.locale,
      secrets,
    },
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
        (error) => logDefect(`request of ${connection.agentId}`, error),
      ),
    isBusy: (connection) => sessions.isConnectionBusy(connection),
    sessionIdsOf: (connection) => sessions.sessionIdsOf(connection),
    onConnection: (view) => agents.onConnection(view),
    onConnectionRemoved: (connectionId) => agents.onConnectionRemoved(connectionId),
    onProbe: (agentId, probe, error) => agents.onProbe(agentId, probe, error),
    onFault: (error) => logDefect('connection', error),
  });
  const agents: AgentService = new AgentService({
    settings: () => app.settings,
    updateSettings: (change) => app.update(change),
    supervisor: () => supervisor,
    secrets,
    home: start.home,
  });
  const board = new SessionBoard(store.sessions);
  const sessions: SessionService = new SessionService({
    context: {
      clock,
      newId,
      transcripts: store.transcripts,
      index: store.sessions,
      blobs: store.blobs,
      supervisor,
      settings: () => app.settings,
      agent: (agentId) => agents.find(agentId),
      continuePlanPrompt: () => CONTINUE_PLAN[app.locale],
      onDefect: logDefect,
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

  if (setAside !== null) app.notice({ code: 'settings.setAside', ...setAside });
  if (start.restarted) app.notice({ code: 'engine.restarted' });

  const search = new SearchClient({ workerFile: start.searchWorkerFile, databaseFile: databasePath(start.home) });
  const handlers = createHandlers({
    sessions,
    projectBoard,
    agents,
    supervisor,
    blobs: store.blobs,
    search,
    app,
    host,
  });
  const router = createRouter(contract, handlers, logDefect);
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
        inspector: ({ connectionId }) => agents.inspectorSource(connectionId),
      },
      clock,
    );
  };

  const shutdown = async (): Promise<void> => {
    sessions.shutdown();
    await terminals.closeAll();
    // Where something could not be ended the guard keeps its list, and acts on it when we are gone.
    if (await supervisor.closeAll()) await guard.close();
    await search.close();
    store.close();
  };
  const openFolder = async (path: string): Promise<void> => {
    const added = await sessions.addProject(path);
    if (added.ok) app.navigate({ view: 'project', projectId: added.value.projectId });
    else logDefect('open folder', added.error);
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
    shutdown,
  };
}

/** Said in the person's name, so in their language. */
const CONTINUE_PLAN = { en: 'Go ahead and carry out the plan.', 'zh-CN': '请按计划开始执行。' };
