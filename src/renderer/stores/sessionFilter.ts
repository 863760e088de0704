import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import type { SessionStatus, SessionSummary } from '@shared/session/summary';
import { create } from 'zustand';

/** What of the list is shown. An empty set lets everything through. It lasts as long as the page. */
export interface SessionFilter {
  text: string;
  agents: ReadonlySet<AgentId>;
  projects: ReadonlySet<ProjectId>;
  statuses: ReadonlySet<SessionStatus>;
}

export interface FilterState extends SessionFilter {
  /** Parents whose children are all shown. */
  open: ReadonlySet<SessionId>;
}

export const NO_FILTER: SessionFilter = { text: '', agents: new Set(), projects: new Set(), statuses: new Set() };

export const useSessionFilter = create<FilterState>()(() => ({ ...NO_FILTER, open: new Set() }));

export const clearFilter = (): void => useSessionFilter.setState(NO_FILTER);

export const isFiltering = ({ text, agents, projects, statuses }: SessionFilter): boolean =>
  text.trim() !== '' || agents.size + projects.size + statuses.size > 0;

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

export const toggleAgent = (agentId: AgentId): void =>
  useSessionFilter.setState(({ agents }) => ({ agents: toggled(agents, agentId) }));
export const toggleProject = (projectId: ProjectId): void =>
  useSessionFilter.setState(({ projects }) => ({ projects: toggled(projects, projectId) }));
export const toggleStatus = (status: SessionStatus): void =>
  useSessionFilter.setState(({ statuses }) => ({ statuses: toggled(statuses, status) }));
export const toggleOpen = (sessionId: SessionId): void =>
  useSessionFilter.setState(({ open }) => ({ open: toggled(open, sessionId) }));

/** Every word of the text must be in the title or the project's name; `untitled` is what stands where none is. */
export function matcher(
  filter: SessionFilter,
  projectName: (projectId: ProjectId) => string,
  untitled: string,
): (session: SessionSummary) => boolean {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { agents, projects, statuses } = filter;
  return (session) => {
    if (agents.size > 0 && !agents.has(session.agentId)) return false;
    if (projects.size > 0 && !projects.has(session.projectId)) return false;
    if (statuses.size > 0 && !statuses.has(session.status)) return false;
    if (words.length === 0) return true;
    const text = `${session.title ?? untitled}\n${projectName(session.projectId)}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
}
