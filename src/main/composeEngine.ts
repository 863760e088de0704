import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { AppFailure } from '@shared/errors';
import { contract, streams } from '@shared/ipc/contract';
import type { EngineStart, HostNews, HostToEngine } from '@shared/ipc/host';
import { AfterFirstLook } from './afterFirstLook';
import { guardOfFirstRun } from './agents/guard';
import { openRunRecords } from './agents/runRecords';
import { composeAgents } from './composeAgents';
import { composeSessions } from './composeSessions';
import { AppState } from './ipc/appState';
import { DataService } from './ipc/dataService';
import { diagnosisText } from './ipc/diagnosis';
import { createHandlers } from './ipc/handlers';
import type { HostPort } from './ipc/hostPort';
import { servePage } from './ipc/page';
import type { Port } from './ipc/port';
import { createRouter } from './ipc/router';
import { logDefect } from './logDefect';
import { ProjectService } from './projects/projectService';
import { ProjectBoard } from './sessions/projectBoard';
import { BackupService } from './store/backupService';
import { takeBackWriteFailure, tellDamage, tellOpening, tellWriteFailure } from './storeNotices';
import { takeProfile } from './store/profileLock';
import { UnroutedRequests } from './sessions/unroutedRequests';
import { openStore } from './store/openStore';
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
  const lock = await takeProfile(start.home, clock);
  if (!lock.ok) throw new AppFailure(lock.error);
  const { file, setAside, leftOut } = SettingsFile.open(start.home, clock);
  const app = new AppState(file, start, clock, (settings, locale) => {
    host.tell({ type: 'settings', locale, theme: settings.theme });
    registry.changed();
  });
  // Before anything can fail: the page that says so has the person's language and theme.
  host.tell({ type: 'settings', locale: app.locale, theme: app.settings.theme });
  const opened = openStore({
    home: start.home,
    clock,
    locale: app.locale,
    newId,
    onFailure: (error) => tellWriteFailure(app, error),
    onRecovered: () => {
      takeBackWriteFailure(app);
      sessions.onWritable();
    },
    // Later: a commit fails in the midst of whatever a session does.
    onOverflow: (error) => void setImmediate(() => sessions.stopTurns(error)),
    onDamage: (error) => tellDamage(app, error),
  });
  if (!opened.ok) {
    lock.value.release();
    throw new AppFailure(opened.error);
  }
  const store = opened.value;

  const secrets = SecretStore.open(start.home, {
    seal: (text) => host.ask('encrypt', { text }),
    unseal: (sealed) => host.ask('decrypt', { sealed }),
  });
  const onDefect = (where: string, thrown: unknown): void => logDefect(where, thrown, secrets.inClear());

  const guard = guardOfFirstRun({ onLost: (willRestart) => onDefect('guard', { willRestart }) });
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
  const ground = { start, host, clock, newId, app, store, secrets, guard, records, unrouted, onDefect };
  const parts = composeAgents(ground, () => sessions);
  const { agents, registry, supervisor, ptys, terminals, briefRuns, probeFile, mcpServers } = parts;
  const composed = composeSessions({ ...ground, projects, projectBoard }, parts);
  const { sessions, signIns, search, pages, tools, files, queues, copies } = composed;
  sessions.start();
  const afterFirstLook = new AfterFirstLook(clock, () => {
    agents.detect();
    void registry.sweep();
  });

  tellOpening(app, store);
  if (setAside !== null) app.notice({ code: 'settings.setAside', ...setAside });
  for (const entry of leftOut) app.notice({ code: 'settings.entryLeftOut', ...entry });
  if (start.restarted) app.notice({ code: 'engine.restarted' });

  const backups = new BackupService({
    home: start.home,
    clock,
    database: store.database,
    workerFile: start.backupWorkerFile,
    isDaily: () => app.settings.dailyBackups,
    onDamage: (error) => store.database.onDamage?.(error),
    onFailure: (error) => onDefect('daily backup', new AppFailure(error)),
  });
  backups.start();
  const data = new DataService({
    home: start.home,
    clock,
    backups,
    host,
    commit: () => store.transcripts.commit(),
    diagnosis: () =>
      diagnosisText({
        version: start.version,
        home: start.home,
        logFile: start.logFile,
        keychain: start.keychain,
        settings: app.settings,
        agents: agents.snapshot(),
        database: store.database,
        projects: projectBoard.list(),
        secrets: secrets.inClear(),
        now: clock.now(),
      }),
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
    files,
    places: store.places,
    search,
    data,
    pages,
    queues,
    copies,
    app,
    host,
  });
  const router = createRouter(contract, handlers, onDefect);
  const openPage = (port: Port): void => {
    afterFirstLook.pageCame();
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
    afterFirstLook.close();
    sessions.shutdown();
    await terminals.closeAll();
    const ptysGone = await ptys.closeAll();
    await briefRuns.closeAll();
    await registry.close();
    // Where something could not be ended the guard keeps its list, and acts on it when we are gone.
    const agentsGone = await supervisor.closeAll();
    if (agentsGone && ptysGone) await guard.close();
    await probeFile.written();
    await file.written();
    await search.close();
    await backups.close();
    await files.close();
    store.close();
    lock.value.release();
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
