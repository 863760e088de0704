import { resolve } from 'node:path';
import type { AgentMcpAction, AgentMcpView } from '@shared/agentMcp';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { FileImage, FileView } from '@shared/ipc/views';
import type { Settings } from '@shared/settings';
import type { AgentMcp } from '../agents/agentMcp';
import type { CatalogEntry } from '../agents/catalog';
import { openInEditor } from '../agents/editor';
import { fileInSession, readFileView } from './fileView';
import { readImage } from './imageFile';
import type { SavedImages } from './savedImages';
import type { SessionBoard } from './sessionBoard';

export interface SessionToolsOptions {
  clock: Clock;
  board: SessionBoard;
  settings: () => Settings;
  agent: (agentId: string) => CatalogEntry | undefined;
  agentMcp: AgentMcp;
  savedImages: SavedImages;
  /** The person's own environment. */
  environment: () => Promise<NodeJS.ProcessEnv>;
}

/** What a person does around a session that says nothing to its agent: looks into files, asks for the agent's own MCP servers. */
export class SessionTools {
  readonly #options: SessionToolsOptions;

  constructor(options: SessionToolsOptions) {
    this.#options = options;
  }

  async readFile(sessionId: SessionId, path: string): Promise<Result<FileView>> {
    const session = this.#options.board.get(sessionId);
    if (session === undefined) return fail({ code: 'session.unknown', sessionId });
    const { savedImages } = this.#options;
    const file = resolve(session.cwd, path);
    if (savedImages.holds(file)) {
      const saved = await savedImages.read(file);
      if ('refused' in saved && saved.refused === 'savedGone') return fail({ code: 'attachment.savedGone' });
    }
    return readFileView(session.cwd, path);
  }

  /** Where an answer shows a picture by its path, absolute or from the session's folder on. */
  async readImage(sessionId: SessionId, path: string): Promise<Result<FileImage>> {
    const session = this.#options.board.get(sessionId);
    if (session === undefined) return fail({ code: 'session.unknown', sessionId });
    const { savedImages } = this.#options;
    const file = resolve(session.cwd, path);
    return ok(
      savedImages.holds(file) ? await savedImages.read(file) : await readImage([session.cwd], file, { svg: true }),
    );
  }

  async openInEditor(sessionId: SessionId, path: string, line: number | undefined): Promise<Result<null>> {
    const { board, clock, settings, environment } = this.#options;
    const session = board.get(sessionId);
    if (session === undefined) return fail({ code: 'session.unknown', sessionId });
    const file = await fileInSession(session.cwd, path);
    if (!file.ok) return file;
    return openInEditor({
      template: settings().editor,
      file: file.value,
      line: line ?? 1,
      cwd: session.cwd,
      base: await environment(),
      clock,
    });
  }

  listMcp(sessionId: SessionId): Promise<Result<AgentMcpView>> {
    return this.#withAgent(sessionId, (entry, cwd) => this.#options.agentMcp.list(entry, cwd));
  }

  actMcp(sessionId: SessionId, name: string, action: AgentMcpAction): Promise<Result<AgentMcpView>> {
    return this.#withAgent(sessionId, (entry, cwd) => this.#options.agentMcp.act(entry, cwd, name, action));
  }

  async #withAgent<T>(
    sessionId: SessionId,
    run: (entry: CatalogEntry, cwd: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const session = this.#options.board.get(sessionId);
    if (session === undefined) return fail({ code: 'session.unknown', sessionId });
    const entry = this.#options.agent(session.agentId);
    return entry === undefined ? fail({ code: 'agent.unknown', agentId: session.agentId }) : run(entry, session.cwd);
  }
}
