import type { ProjectView } from '@shared/ipc/views';
import type { SessionSummary } from '@shared/session/summary';

export interface ProjectGroup {
  project: ProjectView;
  sessions: SessionSummary[];
}

const byPlace = (a: SessionSummary, b: SessionSummary) =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt || (a.sessionId < b.sessionId ? -1 : 1);

/** Projects in their order with their sessions: pinned first, then the newest. Archived ones apart. */
export function groupSessions(
  projects: Readonly<Record<string, ProjectView>>,
  sessions: Readonly<Record<string, SessionSummary>>,
): { groups: ProjectGroup[]; archived: SessionSummary[] } {
  const groups = new Map<string, ProjectGroup>();
  for (const project of Object.values(projects).sort((a, b) => a.order - b.order || a.name.localeCompare(b.name))) {
    groups.set(project.projectId, { project, sessions: [] });
  }
  const archived: SessionSummary[] = [];
  for (const session of Object.values(sessions)) {
    if (session.archived) archived.push(session);
    else groups.get(session.projectId)?.sessions.push(session);
  }
  for (const group of groups.values()) group.sessions.sort(byPlace);
  archived.sort((a, b) => b.updatedAt - a.updatedAt);
  return { groups: [...groups.values()], archived };
}

export function visibleSessions(
  projects: Readonly<Record<string, ProjectView>>,
  sessions: Readonly<Record<string, SessionSummary>>,
): SessionSummary[] {
  return groupSessions(projects, sessions).groups.flatMap((group) => group.sessions);
}
