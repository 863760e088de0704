import { ok, type Result } from '@shared/errors';
import type { ProjectId, SessionId } from '@shared/ids';
import type { ProjectView } from '@shared/ipc/views';
import type { ProjectService } from '../projects/projectService';
import type { SessionIndex } from '../store/sessionIndex';
import type { LiveActors } from './liveActors';
import type { ProjectBoard } from './projectBoard';
import type { SessionBoard } from './sessionBoard';

export interface ProjectChangesOptions {
  projects: ProjectService;
  projectBoard: ProjectBoard;
  board: SessionBoard;
  index: SessionIndex;
  actors: LiveActors;
  removeSessions: (sessionIds: readonly SessionId[]) => Promise<Result<unknown>>;
}

/** What a person does with a project, and what follows of it for its sessions. */
export class ProjectChanges {
  readonly #options: ProjectChangesOptions;

  constructor(options: ProjectChangesOptions) {
    this.#options = options;
  }

  async add(path: string): Promise<Result<ProjectView>> {
    const added = await this.#options.projects.add(path);
    if (added.ok) this.#options.projectBoard.set(added.value);
    return added;
  }

  async remove(projectId: ProjectId): Promise<Result<null>> {
    const { board, projects, projectBoard, removeSessions } = this.#options;
    const own = board.list().filter((summary) => summary.projectId === projectId);
    await removeSessions(own.map(({ sessionId }) => sessionId));
    const removed = projects.remove(projectId);
    projectBoard.remove(projectId);
    return removed;
  }

  /** The folder was moved. Its live connections work in the old place, so they end; the next use starts in the new one. */
  async repoint(projectId: ProjectId, path: string): Promise<Result<ProjectView>> {
    const { projects, projectBoard, board, index, actors } = this.#options;
    const moved = await projects.repoint(projectId, path);
    if (!moved.ok) return moved;
    projectBoard.set(moved.value);
    const there = actors.all.filter((actor) => actor.identity.projectId === projectId);
    await Promise.all(there.flatMap(({ connection }) => (connection === null ? [] : [connection.close()])));
    for (const summary of board.list()) {
      const cwd = index.get(summary.sessionId)?.summary.cwd;
      if (cwd !== undefined && cwd !== summary.cwd) board.add({ ...summary, cwd });
    }
    return moved;
  }

  async rename(projectId: ProjectId, name: string): Promise<Result<null>> {
    const renamed = await this.#options.projects.rename(projectId, name);
    if (!renamed.ok) return renamed;
    this.#options.projectBoard.set(renamed.value);
    return ok(null);
  }
}
