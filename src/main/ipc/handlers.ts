import { fail, ok, type Result } from '@shared/errors';
import type { AppContract } from '@shared/ipc/contract';
import type { ProjectView } from '@shared/ipc/views';
import { planText } from '@shared/session/planText';
import type { Handlers } from '@shared/ipc/wire';
import type { AgentService } from '../agents/agentService';
import type { RegistryService } from '../agents/registry/registryService';
import type { McpServers } from '../agents/mcpServers';
import type { ProjectBoard } from '../sessions/projectBoard';
import type { Ptys } from '../agents/ptys';
import type { QueueService } from '../sessions/queueService';
import { fileName } from '../sessions/fileName';
import type { SearchService } from '../sessions/searchService';
import type { SessionCopies } from '../sessions/sessionCopies';
import type { SessionPages } from '../sessions/sessionPages';
import type { SessionTools } from '../sessions/sessionTools';
import type { ProjectFiles } from '../sessions/projectFiles';
import type { SessionService } from '../sessions/sessionService';
import type { SignInService } from '../sessions/signInService';
import type { Supervisor } from '../agents/supervisor';
import type { Blobs } from '../store/blobs';
import type { Drafts } from '../store/drafts';
import type { ReadingPlaces } from '../store/readingPlaces';
import type { AppState } from './appState';
import type { DataService } from './dataService';
import type { HostPort } from './hostPort';

export interface HandlerOptions {
  sessions: SessionService;
  projectBoard: ProjectBoard;
  agents: AgentService;
  mcpServers: McpServers;
  signIns: SignInService;
  ptys: Ptys;
  supervisor: Supervisor;
  registry: RegistryService;
  tools: SessionTools;
  blobs: Blobs;
  drafts: Drafts;
  files: ProjectFiles;
  places: ReadingPlaces;
  search: SearchService;
  data: DataService;
  pages: SessionPages;
  queues: QueueService;
  copies: SessionCopies;
  app: AppState;
  host: HostPort;
}

/** Every call of the contract, one line each; what needs more lives in the service that it names. */
export function createHandlers(options: HandlerOptions): Handlers<AppContract> {
  const {
    tools,
    signIns,
    ptys,
    sessions,
    projectBoard,
    agents,
    mcpServers,
    supervisor,
    blobs,
    drafts,
    files,
    places,
    search,
    data,
    pages,
    queues,
    copies: { forks, exports, imports, texts },
    app,
    host,
    registry,
  } = options;
  const later = <T>(result: Result<T>): Promise<Result<T>> => Promise.resolve(result);

  const pickProject = async (): Promise<Result<ProjectView | null>> => {
    const path = await host.ask('pickFolder', { title: 'addProject' });
    return path === null ? ok(null) : sessions.projects.add(path);
  };
  const repoint = async (projectId: string, given: string | undefined): Promise<Result<ProjectView | null>> => {
    const path = given ?? (await host.ask('pickFolder', { title: 'repointProject' }));
    return path === null ? ok(null) : sessions.projects.repoint(projectId, path);
  };
  const reveal = async (projectId: string): Promise<Result<null>> => {
    const project = projectBoard.get(projectId);
    if (project === undefined) return fail({ code: 'project.unknown', projectId });
    return ok(await host.ask('revealFolder', { path: project.path }));
  };
  const savePlan = async (
    sessionId: string,
    requestId: string,
    edited: string | undefined,
  ): Promise<Result<{ path: string } | null>> => {
    const request = sessions.findRequest(sessionId, requestId);
    if (request?.kind !== 'plan') return fail({ code: 'request.unknown' });
    const { plan } = request;
    const text = edited ?? planText(plan);
    return ok(
      await host.ask('saveFile', { title: 'savePlan', suggestedName: `${fileName(plan.name ?? '', 'plan')}.md`, text }),
    );
  };
  const stopConnection = async (connectionId: string): Promise<Result<null>> => {
    await supervisor.find(connectionId)?.close();
    return ok(null);
  };

  return {
    projects: {
      add: ({ path }) => sessions.projects.add(path),
      pick: () => pickProject(),
      rename: ({ projectId, name }) => sessions.projects.rename(projectId, name),
      repoint: ({ projectId, path }) => repoint(projectId, path),
      remove: ({ projectId }) => sessions.projects.remove(projectId),
      reveal: ({ projectId }) => reveal(projectId),
    },
    sessions: {
      create: ({ projectId, agentId }) => later(sessions.create(projectId, agentId)),
      createDemo: () => sessions.createDemo(),
      page: ({ sessionId, before }) => later(pages.before(sessionId, before)),
      around: ({ sessionId, ordinal }) => later(pages.around(sessionId, ordinal)),
      pageAfter: ({ sessionId, from }) => later(pages.after(sessionId, from)),
      attach: ({ sessionId, now }) => sessions.attach(sessionId, now),
      prompt: ({ sessionId, content }) => later(sessions.prompt(sessionId, content)),
      cancel: ({ sessionId }) => later(sessions.cancel(sessionId)),
      fork: ({ sessionId, ...request }) => forks.fork(sessionId, request),
      export: ({ sessionIds, format }) => exports.export(sessionIds, format),
      import: ({ projectId }) => imports.import(projectId),
      keepWaiting: ({ sessionId }) => later(sessions.keepWaiting(sessionId)),
      forceStop: ({ sessionId }) => sessions.forceStop(sessionId),
      startAnew: ({ sessionId }) => sessions.startAnew(sessionId),
      requireSignIn: ({ sessionId }) => later(sessions.requireSignIn(sessionId)),
      setMode: ({ sessionId, modeId }) => sessions.choose(sessionId, { modeId }),
      setModel: ({ sessionId, modelId }) => sessions.choose(sessionId, { modelId }),
      setConfigOption: ({ sessionId, configId, value }) => sessions.choose(sessionId, { configId, value }),
      rename: ({ sessionId, title }) => later(sessions.rename(sessionId, title)),
      mark: ({ sessionIds, ...flags }) => later(sessions.mark(sessionIds, flags)),
      remove: async ({ sessionIds, atAgent }) => {
        for (const sessionId of sessionIds) await signIns.sessionGone(sessionId);
        return sessions.remove(sessionIds, atAgent);
      },
      look: ({ sessionId }) => later(sessions.look(sessionId)),
      find: (query) => search.find(query),
      prompts: (query) => search.prompts(query),
      text: (query) => later(texts.read(query)),
      savePlan: ({ sessionId, requestId, markdown }) => savePlan(sessionId, requestId, markdown),
    },
    drafts: {
      set: ({ sessionId, ...draft }) => later(ok((drafts.set(sessionId, draft), null))),
      ofNewSession: () => later(ok(drafts.get(null))),
      keepImage: ({ bytes }) => later(drafts.keepImage(bytes)),
      image: ({ imageId }) => later(drafts.image(imageId)),
      setPlace: ({ sessionId, place }) => later(ok((places.set(sessionId, place), null))),
    },
    queue: {
      send: ({ sessionId, content }) => later(queues.send(sessionId, content)),
      sendNow: ({ sessionId, queuedId }) => queues.sendNow(sessionId, queuedId),
      read: ({ sessionId, queuedId }) => later(queues.read(sessionId, queuedId)),
      edit: ({ sessionId, queuedId, ...change }) => later(queues.edit(sessionId, queuedId, change)),
      move: ({ sessionId, queuedId, before }) => later(queues.move(sessionId, queuedId, before)),
      remove: ({ sessionId, queuedId }) => later(queues.remove(sessionId, queuedId)),
      clear: ({ sessionId }) => later(queues.clear(sessionId)),
      pause: ({ sessionId, why }) => later(queues.pause(sessionId, why)),
      resume: ({ sessionId }) => later(queues.resume(sessionId)),
    },
    imports: {
      list: ({ agentId }) => sessions.imports.list(agentId),
      add: ({ agentId, sessions: wanted }) => sessions.imports.add(agentId, wanted),
    },
    requests: {
      answer: ({ requestId, answer, viaKeyboard }) => later(sessions.answer(requestId, answer, viaKeyboard)),
    },
    agents: {
      save: ({ agent, acceptPlain }) => agents.save(agent, acceptPlain),
      remove: ({ agentId }) => agents.remove(agentId),
      restore: ({ agentId }) => agents.restore(agentId),
      test: ({ agent }) => agents.test(agent),
      detect: () => agents.lookAgain(),
      refresh: () => later(ok((agents.refresh(), null))),
      stopConnection: ({ connectionId }) => stopConnection(connectionId),
    },
    mcpServers: {
      list: async () => ok(await mcpServers.views()),
      save: ({ server, acceptPlain }) => mcpServers.save(server, acceptPlain),
      remove: ({ id }) => mcpServers.remove(id),
    },
    registry: {
      refresh: ({ force }) => registry.refresh(force),
      install: ({ entryId, kind }) => later(registry.install(entryId, kind)),
      update: ({ entryId }) => later(registry.update(entryId)),
      cancel: ({ entryId }) => later(registry.cancel(entryId)),
      remove: ({ entryId }) => registry.remove(entryId),
    },
    signIn: {
      begin: ({ sessionId, methodId }) => signIns.begin(sessionId, methodId),
      giveKeys: ({ sessionId, methodId, values, acceptPlain }) =>
        signIns.giveKeys(sessionId, methodId, values, acceptPlain),
      cancel: async ({ agentId }) => ok((await signIns.cancel(agentId), null)),
      again: ({ sessionId }) => signIns.again(sessionId),
      giveUp: ({ sessionId }) => later(signIns.giveUp(sessionId)),
      signOut: ({ agentId }) => signIns.signOut(agentId),
    },
    ptys: {
      write: ({ ptyId, data }) => later(ptys.write(ptyId, data)),
      resize: ({ ptyId, cols, rows }) => later(ptys.resize(ptyId, cols, rows)),
    },
    files: {
      find: ({ of, text, limit }) => files.find(of, text, limit),
      describe: ({ of, paths }) => files.describe(of, paths),
      read: ({ sessionId, path }) => tools.readFile(sessionId, path),
      image: ({ sessionId, path }) => tools.readImage(sessionId, path),
      openInEditor: ({ sessionId, path, line }) => tools.openInEditor(sessionId, path, line),
    },
    agentMcp: {
      list: ({ sessionId }) => tools.listMcp(sessionId),
      act: ({ sessionId, name, action }) => tools.actMcp(sessionId, name, action),
    },
    blobs: {
      read: ({ blobId, offset, length }) => later(blobs.read(blobId, offset, length)),
    },
    search: {
      items: (query) => search.search(query),
    },
    data: {
      view: () => later(data.view()),
      backUp: () => data.backUp(),
      restore: ({ name }) => later(data.restore(name)),
      repair: () => later(data.repair()),
      report: ({ folder }) => later(data.report(folder)),
      diagnosis: () => later(data.diagnosis()),
      saveDiagnosis: ({ text }) => data.saveDiagnosis(text),
    },
    settings: {
      set: (patch) => app.patch(patch),
    },
    app: {
      openExternal: async ({ url }) =>
        (await host.ask('openExternal', { url })) ? ok(null) : fail({ code: 'link.refused', url }),
      openDataFolder: async () => ok(await host.ask('revealFolder', { path: app.settingsPath })),
      dismissNotice: ({ at }) => later(ok((app.dismiss(at), null))),
    },
  };
}
