import type { SessionSummary } from '@shared/session/summary';
import type { ProjectView } from '@shared/ipc/views';
import { groupSessions } from '../../stores/sessionOrder';

/** The sidebar's list as flat rows, so that it can be drawn by what is in sight and walked with the arrow keys. */
export type SidebarRow =
  | { kind: 'project'; key: string; project: ProjectView }
  | { kind: 'session'; key: string; session: SessionSummary; projectName: string }
  | { kind: 'empty'; key: string; project: ProjectView }
  | { kind: 'archived'; key: string; count: number };

export function sidebarRows(
  projects: Readonly<Record<string, ProjectView>>,
  sessions: Readonly<Record<string, SessionSummary>>,
  archivedOpen: boolean,
): SidebarRow[] {
  const { groups, archived } = groupSessions(projects, sessions);
  const rows: SidebarRow[] = [];
  const add = (session: SessionSummary) => {
    const projectName = projects[session.projectId]?.name ?? '';
    rows.push({ kind: 'session', key: session.sessionId, session, projectName });
  };
  for (const { project, sessions: own } of groups) {
    rows.push({ kind: 'project', key: project.projectId, project });
    if (own.length === 0) rows.push({ kind: 'empty', key: `empty:${project.projectId}`, project });
    for (const session of own) add(session);
  }
  if (archived.length > 0) {
    rows.push({ kind: 'archived', key: 'archived', count: archived.length });
    if (archivedOpen) for (const session of archived) add(session);
  }
  return rows;
}

export const rowHeight = (row: SidebarRow): number => (row.kind === 'project' || row.kind === 'archived' ? 36 : 30);
