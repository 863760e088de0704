import type { SessionSummary } from '@shared/session/summary';
import type { ProjectView } from '@shared/ipc/views';
import { arrange, type ListView, type Placed, PLAIN_VIEW, type SessionGroup } from '../../stores/sessionOrder';

/** The sidebar's list as flat rows, so that it can be drawn by what is in sight and walked with the arrow keys. */
export type SidebarRow =
  | { kind: 'project'; key: string; project: ProjectView }
  | { kind: 'status'; key: string; status: SessionSummary['status']; count: number }
  | ({ kind: 'session'; key: string; projectName: string } & Placed)
  | { kind: 'empty'; key: string; project: ProjectView }
  | { kind: 'archived'; key: string; count: number };

export interface SidebarRows {
  rows: SidebarRow[];
  shown: number;
  total: number;
}

export function sidebarRows(
  projects: Readonly<Record<string, ProjectView>>,
  sessions: Readonly<Record<string, SessionSummary>>,
  archivedOpen: boolean,
  view: ListView = PLAIN_VIEW,
): SidebarRows {
  const { groups, archived, shown, total } = arrange(projects, sessions, view);
  const rows: SidebarRow[] = [];
  const add = (placed: Placed) => {
    const { session } = placed;
    const projectName = projects[session.projectId]?.name ?? '';
    rows.push({ kind: 'session', key: session.sessionId, projectName, ...placed });
  };
  for (const group of groups) {
    rows.push(headOf(group));
    if (group.kind === 'project' && group.sessions.length === 0) {
      rows.push({ kind: 'empty', key: `empty:${group.key}`, project: group.project });
    }
    for (const placed of group.sessions) add(placed);
  }
  if (archived.length > 0) {
    rows.push({ kind: 'archived', key: 'archived', count: archived.length });
    if (archivedOpen) for (const placed of archived) add(placed);
  }
  return { rows, shown, total };
}

function headOf(group: SessionGroup): SidebarRow {
  return group.kind === 'project'
    ? { kind: 'project', key: group.key, project: group.project }
    : { kind: 'status', key: group.key, status: group.status, count: group.sessions.length };
}

export const rowHeight = (row: SidebarRow): number => (row.kind === 'session' || row.kind === 'empty' ? 30 : 36);
