import { join } from 'node:path';
import { AgentMcp } from './agents/agentMcp';
import { agentProgram } from './agents/startAgent';
import { ModelCatalog } from './agents/modelCatalog';
import type { HostPort } from './ipc/hostPort';
import { FileFinder } from './projects/fileIndex/fileFinder';
import type { ProjectService } from './projects/projectService';
import type { ProjectBoard } from './sessions/projectBoard';
import { ProjectFiles } from './sessions/projectFiles';
import { QueueService } from './sessions/queueService';
import { SessionBoard } from './sessions/sessionBoard';
import { SignInService } from './sessions/signInService';
import { SavedImages } from './sessions/savedImages';
import { createSessionCopies } from './sessions/sessionCopies';
import { SearchService } from './sessions/searchService';
import { SessionPages } from './sessions/sessionPages';
import { SessionTools } from './sessions/sessionTools';
import { SessionService } from './sessions/sessionService';
import { databasePath } from './store/openDatabase';
import { SearchClient } from './store/searchClient';
import type { AgentParts, EngineGround } from './composeAgents';

export interface SessionGround extends EngineGround {
  host: HostPort;
  projects: ProjectService;
  projectBoard: ProjectBoard;
}

/** Sessions and what is done for them, on top of the agents. No logic. */
export function composeSessions(ground: SessionGround, parts: AgentParts) {
  const { start, host, clock, newId, app, store, projects, projectBoard, unrouted, onDefect } = ground;
  const { agents, briefRuns, environment, lease, mcpServers, ptys, starter, supervisor, terminals } = parts;
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
      queuedPrompts: store.queuedPrompts,
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
    program: (entry) => agentProgram(entry, starter),
    notify: (news) => host.tell({ type: 'notify', ...news }),
    onCounts: (counts) => host.tell({ type: 'counts', ...counts }),
  });
  const signIns = new SignInService({
    clock,
    sessions,
    agents,
    supervisor,
    ptys,
    program: (entry) => agentProgram(entry, starter),
  });
  const search = new SearchService(
    new SearchClient({ workerFile: start.searchWorkerFile, databaseFile: databasePath(start.home) }),
    store.transcripts,
    () => sessions.actors,
  );
  const pages = new SessionPages({ transcripts: store.transcripts, actors: () => sessions.actors });
  const copies = createSessionCopies({
    store,
    board,
    projectBoard,
    sessions,
    clock,
    newId,
    locale: () => app.locale,
    agentName: (agentId) => agents.find(agentId)?.config.name,
    defaultAgent: () => app.settings.defaultAgent,
    pickSaveFile: (suggestedName, format) =>
      host.ask('pickSaveFile', { suggestedName, kind: format === 'json' ? 'sessions' : 'markdown' }),
    pickOpenFile: () => host.ask('pickOpenFile', { kind: 'sessions' }),
    onDefect,
  });
  const tools = new SessionTools({
    clock,
    board,
    settings: () => app.settings,
    agent: (agentId) => agents.find(agentId),
    agentMcp: new AgentMcp({ clock, runs: briefRuns, lease, program: (entry) => agentProgram(entry, starter) }),
    savedImages,
    environment: () => environment.base(),
  });
  const finder = new FileFinder({ workerFile: start.fileWorkerFile, clock, environment: () => environment.base() });
  const files = new ProjectFiles({ board, projectBoard, finder });
  const queues = new QueueService({ sessions, board });
  return { sessions, signIns, search, pages, tools, files, queues, copies };
}

/** Said in the person's name, so in their language. */
const CONTINUE_PLAN = { en: 'Go ahead and carry out the plan.', 'zh-CN': '请按计划开始执行。' };
