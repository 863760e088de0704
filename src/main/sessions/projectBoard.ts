import { Feed } from '@shared/feed';
import type { ProjectId } from '@shared/ids';
import type { ProjectView, SessionListFrame } from '@shared/ipc/views';
import type { ProjectService } from '../projects/projectService';

/** The projects as lists show them, in memory: a snapshot cannot wait for the disk. */
export class ProjectBoard {
  readonly feed = new Feed<SessionListFrame>();
  readonly #projects: ProjectService;
  readonly #views = new Map<ProjectId, ProjectView>();

  constructor(projects: ProjectService) {
    this.#projects = projects;
  }

  list(): ProjectView[] {
    return [...this.#views.values()].toSorted((a, b) => a.order - b.order);
  }

  get(projectId: ProjectId): ProjectView | undefined {
    return this.#views.get(projectId);
  }

  /** Looks again which folders are there and which branch they are on; at start, and when a window gets the focus. */
  async refresh(): Promise<void> {
    for (const view of await this.#projects.list()) this.set(view);
  }

  set(view: ProjectView): void {
    if (JSON.stringify(this.#views.get(view.projectId)) === JSON.stringify(view)) return;
    this.#views.set(view.projectId, view);
    this.feed.publish({ type: 'project.set', project: view });
  }

  remove(projectId: ProjectId): void {
    if (this.#views.delete(projectId)) this.feed.publish({ type: 'project.removed', projectId });
  }
}
