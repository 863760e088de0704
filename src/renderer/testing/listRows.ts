import type { ProjectView } from '@shared/ipc/views';
import type { SessionSummary } from '@shared/session/summary';

// Of tests alone: projects and sessions as lists have them.

export const projectRow = (projectId: string, order: number, name = projectId): ProjectView => ({
  projectId,
  path: `/${projectId}`,
  name,
  branch: null,
  missing: false,
  order,
});

export const sessionRow = (sessionId: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
  sessionId,
  parentId: null,
  projectId: 'p1',
  agentId: 'a',
  cwd: '/x',
  title: sessionId,
  status: 'idle',
  atAgent: 'attached',
  live: false,
  unread: false,
  pinned: false,
  archived: false,
  createdAt: 0,
  updatedAt: 0,
  turnStartedAt: null,
  waiting: [],
  ...more,
});
