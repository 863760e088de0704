import type { SessionId } from '@shared/ids';
import type { ProjectView } from '@shared/ipc/views';
import type { SessionStatus, SessionSummary } from '@shared/session/summary';
import type { SessionGrouping } from '@shared/settings';
import { useApp } from './app';
import { isFiltering, matcher, NO_FILTER, type SessionFilter, useSessionFilter } from './sessionFilter';
import { useSessionList } from './sessionList';
import { useUi } from './ui';

/** A session in its place: `level` is how deep under others, `children` how many are right under it. */
export interface Placed {
  session: SessionSummary;
  level: number;
  children: number;
  open: boolean;
}

export type SessionGroup =
  | { kind: 'project'; key: string; project: ProjectView; sessions: Placed[] }
  | { kind: 'status'; key: string; status: SessionStatus; sessions: Placed[] };

export interface Arranged {
  groups: SessionGroup[];
  archived: Placed[];
  /** Of all that are not archived. */
  shown: number;
  total: number;
}

export interface ListView {
  grouping: SessionGrouping;
  filter: SessionFilter;
  /** Parents whose children are all shown. */
  open: ReadonlySet<SessionId>;
  current: SessionId | null;
  untitled: string;
}

export const PLAIN_VIEW: ListView = {
  grouping: 'project',
  filter: NO_FILTER,
  open: new Set(),
  current: null,
  untitled: '',
};

/** In the order in which they want to be looked at. */
export const STATUS_ORDER: readonly SessionStatus[] = ['needsYou', 'working', 'done', 'failed', 'interrupted', 'idle'];

const MAX_LEVEL = 3;

const byPlace = (a: SessionSummary, b: SessionSummary) =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt || (a.sessionId < b.sessionId ? -1 : 1);

type Projects = Readonly<Record<string, ProjectView>>;
type Sessions = Readonly<Record<string, SessionSummary>>;

/**
 * The list as it is shown: groups with their sessions, pinned first, then the newest, children under their parent.
 * A project without sessions is a group too, where nothing is filtered. Archived ones apart.
 */
export function arrange(projects: Projects, sessions: Sessions, view: ListView = PLAIN_VIEW): Arranged {
  const filtering = isFiltering(view.filter);
  const matches = matcher(view.filter, (projectId) => projects[projectId]?.name ?? '', view.untitled);
  const byGroup = new Map<string, SessionSummary[]>();
  const archived: SessionSummary[] = [];
  let shown = 0;
  let total = 0;
  for (const session of Object.values(sessions)) {
    if (projects[session.projectId] === undefined) continue;
    if (!session.archived) total += 1;
    if (filtering && !matches(session)) continue;
    if (session.archived) {
      archived.push(session);
      continue;
    }
    shown += 1;
    const key = view.grouping === 'project' ? session.projectId : session.status;
    const group = byGroup.get(key);
    if (group === undefined) byGroup.set(key, [session]);
    else group.push(session);
  }
  const placed = (key: string) => nested((byGroup.get(key) ?? []).sort(byPlace), view, filtering);
  const groups: SessionGroup[] =
    view.grouping === 'project'
      ? Object.values(projects)
          .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name))
          .filter(({ projectId }) => !filtering || byGroup.has(projectId))
          .map((project) => ({
            kind: 'project',
            key: project.projectId,
            project,
            sessions: placed(project.projectId),
          }))
      : STATUS_ORDER.filter((status) => byGroup.has(status)).map((status) => ({
          kind: 'status',
          key: `status:${status}`,
          status,
          sessions: placed(status),
        }));
  archived.sort((a, b) => b.updatedAt - a.updatedAt);
  return { groups, archived: nested(archived, view, filtering), shown, total };
}

/**
 * Children come right after their parent where it is in the same group. Of a closed parent only those are shown that a
 * person would miss: the one on screen, and what works, waits or is unread.
 */
function nested(sorted: readonly SessionSummary[], view: ListView, filtering: boolean): Placed[] {
  const here = new Map(sorted.map((session) => [session.sessionId, session]));
  const childrenOf = new Map<SessionId, SessionSummary[]>();
  const roots: SessionSummary[] = [];
  for (const session of sorted) {
    const { parentId } = session;
    if (parentId === null || !here.has(parentId) || isUnderItself(session, here)) roots.push(session);
    else childrenOf.set(parentId, [...(childrenOf.get(parentId) ?? []), session]);
  }
  if (childrenOf.size === 0) return roots.map((session) => ({ session, level: 0, children: 0, open: false }));
  const placed: Placed[] = [];
  const place = (session: SessionSummary, level: number) => {
    const children = childrenOf.get(session.sessionId) ?? [];
    const open = children.length > 0 && (filtering || view.open.has(session.sessionId));
    placed.push({ session, level: Math.min(level, MAX_LEVEL), children: children.length, open });
    for (const child of children) if (open || isMissed(child, childrenOf, view, 0)) place(child, level + 1);
  };
  for (const root of roots) place(root, 0);
  return placed;
}

/** Two that name each other as parent have no root, and would never be shown. */
function isUnderItself(session: SessionSummary, here: ReadonlyMap<SessionId, SessionSummary>): boolean {
  let above = session;
  for (let depth = 0; depth < 100; depth += 1) {
    const next = here.get(above.parentId ?? '');
    if (next === undefined) return false;
    if (next === session) return true;
    above = next;
  }
  return true;
}

function isMissed(
  session: SessionSummary,
  childrenOf: ReadonlyMap<SessionId, SessionSummary[]>,
  view: ListView,
  depth: number,
): boolean {
  if (session.sessionId === view.current || session.unread) return true;
  if (session.status === 'needsYou' || session.status === 'working') return true;
  const children = depth < 10 ? (childrenOf.get(session.sessionId) ?? []) : [];
  return children.some((child) => isMissed(child, childrenOf, view, depth + 1));
}

/** What the list shows now, from top to bottom, without the archive. */
export function listedSessions(): SessionSummary[] {
  const { projects, sessions } = useSessionList.getState();
  const { open, ...filter } = useSessionFilter.getState();
  const { view } = useUi.getState();
  const grouping = useApp.getState().app?.settings.sessionGrouping ?? 'project';
  const current = view.view === 'session' ? view.sessionId : null;
  const { groups } = arrange(projects, sessions, { grouping, filter, open, current, untitled: '' });
  return groups.flatMap((group) => group.sessions.map(({ session }) => session));
}
