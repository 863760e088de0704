import { isAbsolute, join, relative, resolve } from 'node:path';
import type { ListedSession } from '@shared/acp/sessionMethods';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import type { ImportableSession, ImportList, TerminalChat } from '@shared/ipc/imports';
import type { ProjectView } from '@shared/ipc/views';
import { adapterOf } from '../../agents/adapters/table';
import type { CatalogEntry } from '../../agents/catalog';
import type { AgentProgram } from '../../agents/startAgent';
import type { Supervisor } from '../../agents/supervisor';
import type { Store } from '../../store/openStore';
import type { LiveActors } from '../liveActors';
import type { ProjectBoard } from '../projectBoard';
import type { ProjectChanges } from '../projectChanges';
import type { SessionBoard } from '../sessionBoard';
import { listAgentSessions } from './agentSessions';
import { type CursorChat, readCursorChats } from './cursorChats';

export interface AgentImportsOptions {
  clock: Clock;
  newId: () => string;
  agent: (agentId: AgentId) => CatalogEntry | undefined;
  program: (entry: CatalogEntry) => Promise<AgentProgram>;
  supervisor: Supervisor;
  store: Store;
  board: SessionBoard;
  projectBoard: ProjectBoard;
  projects: ProjectChanges;
  actors: LiveActors;
}

export interface ImportRequest {
  acpSessionId: string;
  cwd: string;
  title: string | null;
  updatedAt: number | null;
}

/** Sessions that were begun elsewhere: what there is, and how one becomes ours. Nothing of them is changed. */
export class AgentImports {
  readonly #options: AgentImportsOptions;

  constructor(options: AgentImportsOptions) {
    this.#options = options;
  }

  /** Starts the agent where none of it runs. What the agent refuses is part of the answer: files are read all the same. */
  async list(agentId: AgentId): Promise<Result<ImportList>> {
    const { agent, projectBoard } = this.#options;
    const entry = agent(agentId);
    if (entry === undefined) return fail({ code: 'agent.unknown', agentId });
    const projects = projectBoard.list();
    const known = (acpSessionId: string) => this.#known(agentId, acpSessionId) !== undefined;
    const [asked, local] = await Promise.all([this.#ask(entry, projects), this.#localChats(entry, projects)]);
    const told = asked.sessions.filter(({ acpSessionId }) => !known(acpSessionId));
    const sessions = told.map(({ acpSessionId, cwd, title, updatedAt }): ImportableSession => ({
      acpSessionId,
      cwd,
      title: title?.trim() || null,
      updatedAt: timeOf(updatedAt),
      projectId: projectAt(projects, cwd),
    }));
    const listed = new Set(asked.sessions.map(({ acpSessionId }) => acpSessionId));
    // Those that its program made for a client and did not tell of, for one since nobody is signed in.
    const untold = local.chats.filter((chat) => chat.kind === 'acp' && !listed.has(chat.chatId) && !known(chat.chatId));
    for (const { chatId, cwd, title, updatedAt } of asked.asked.status === 'cannotLoad' ? [] : untold) {
      if (cwd !== null)
        sessions.push({ acpSessionId: chatId, cwd, title, updatedAt, projectId: projectAt(projects, cwd) });
    }
    sessions.sort((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0));
    return ok({
      asked: asked.asked,
      sessions,
      chats: local.chats.flatMap((chat) => (chat.kind === 'terminal' ? [terminalChat(chat, projects, local)] : [])),
      folders: local.folders,
      cut: asked.cut || local.cut,
    });
  }

  /**
   * Makes sessions of ours of them, each once: one that we have already is given back. Their history comes with the
   * first attach, by the agent's replay. A folder that is no project yet becomes one.
   */
  async add(
    agentId: AgentId,
    requests: readonly ImportRequest[],
  ): Promise<Result<{ sessionIds: SessionId[]; failed: AppError[] }>> {
    if (this.#options.agent(agentId) === undefined) return fail({ code: 'agent.unknown', agentId });
    const sessionIds: SessionId[] = [];
    const failed: AppError[] = [];
    for (const request of requests) {
      const added = await this.#addOne(agentId, request);
      if (added.ok) sessionIds.push(added.value);
      else failed.push(added.error);
    }
    const committed = this.#options.store.transcripts.commit();
    return committed.ok ? ok({ sessionIds, failed }) : committed;
  }

  async #addOne(agentId: AgentId, { acpSessionId, cwd, title, updatedAt }: ImportRequest): Promise<Result<SessionId>> {
    const { store, board, actors, newId, projectBoard, projects } = this.#options;
    let projectId = projectAt(projectBoard.list(), cwd);
    if (projectId === null) {
      const added = await projects.add(cwd);
      if (!added.ok) return added;
      projectId = added.value.projectId;
    }
    // After whatever is waited for, so that two clicks make one session.
    const known = this.#known(agentId, acpSessionId);
    if (known !== undefined) return ok(known);
    const at = updatedAt ?? undefined;
    const record = store.sessions.create({ sessionId: newId(), projectId, agentId, cwd, imported: true, at });
    board.add(record.summary);
    const { sessionId } = record.summary;
    const actor = actors.find(sessionId);
    if (!actor.ok) return actor;
    actor.value.record({ type: 'attachment.changed', atAgent: 'detached', acpSessionId });
    if (title !== null) actor.value.record({ type: 'title.set', title: { text: title, source: 'agent' } });
    actor.value.journal.checkpoint();
    // Written now: the next of the list may be the same one.
    const committed = store.transcripts.commit();
    actors.letGo(actor.value);
    return committed.ok ? ok(sessionId) : committed;
  }

  /** Also one that is in memory and not yet written. */
  #known(agentId: AgentId, acpSessionId: string): SessionId | undefined {
    const { actors, store } = this.#options;
    const live = actors.all.find(
      ({ identity, state }) => identity.agentId === agentId && state.acpSessionId === acpSessionId,
    );
    return live?.identity.sessionId ?? store.sessions.byAcpSession(agentId, acpSessionId);
  }

  async #ask(
    entry: CatalogEntry,
    projects: readonly ProjectView[],
  ): Promise<{ asked: ImportList['asked']; sessions: ListedSession[]; cut: boolean }> {
    let asked: ImportList['asked'] = { status: 'notOffered' };
    let sessions: ListedSession[] = [];
    let cut = false;
    const folders = projects.flatMap(({ path, missing }) => (missing ? [] : [path]));
    const used = await this.#options.supervisor.withAgent(entry, async (connection) => {
      const { capabilities } = connection.agent;
      if (!capabilities.loadSession) asked = { status: 'cannotLoad' };
      else if (capabilities.session.list) {
        ({ sessions, cut } = await listAgentSessions(connection, folders));
        asked = { status: 'listed' };
      }
    });
    if (!used.ok) asked = { status: 'failed', error: used.error };
    return { asked, sessions, cut };
  }

  async #localChats(entry: CatalogEntry, projects: readonly ProjectView[]): Promise<LocalChats> {
    const { localChats } = adapterOf(entry.config.adapter);
    if (localChats === null) return { chats: [], cut: false, folders: [], commandOf: () => [] };
    const { env, command, args } = await this.#options.program(entry);
    const folders = localChats.folders(env);
    const cwds = new Set([...projects.map(({ path }) => path), ...this.#options.board.list().map(({ cwd }) => cwd)]);
    const found = await readCursorChats(folders, [...cwds]);
    return {
      ...found,
      folders: folders.map((folder) => join(folder, 'chats')),
      commandOf: (chatId) => [command, ...localChats.resumeArgs(args, chatId)],
    };
  }
}

interface LocalChats {
  chats: readonly CursorChat[];
  cut: boolean;
  folders: readonly string[];
  commandOf: (chatId: string) => readonly string[];
}

function terminalChat(chat: CursorChat, projects: readonly ProjectView[], local: LocalChats): TerminalChat {
  const { chatId, title, cwd, updatedAt, folder } = chat;
  const projectId = cwd === null ? null : projectAt(projects, cwd);
  return { chatId, title, cwd, updatedAt, folder, projectId, command: local.commandOf(chatId) };
}

/** The innermost project that holds the folder. */
function projectAt(projects: readonly ProjectView[], cwd: string): ProjectId | null {
  if (!isAbsolute(cwd)) return null;
  const holding = projects.filter(({ path }) => holds(path, resolve(cwd)));
  return holding.toSorted((a, b) => b.path.length - a.path.length)[0]?.projectId ?? null;
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function timeOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
