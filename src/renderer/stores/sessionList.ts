import type { RequestId } from '@shared/ids';
import type { ProjectView, SessionListFrame, SessionListSnapshot, UnroutedRequest } from '@shared/ipc/views';
import type { SessionSummary, WaitingRequest } from '@shared/session/summary';
import { create } from 'zustand';

export interface SessionListState {
  ready: boolean;
  projects: Readonly<Record<string, ProjectView>>;
  sessions: Readonly<Record<string, SessionSummary>>;
  unrouted: Readonly<Record<string, UnroutedRequest>>;
}

export const useSessionList = create<SessionListState>()(() => ({
  ready: false,
  projects: {},
  sessions: {},
  unrouted: {},
}));

const keyed = <T>(values: readonly T[], key: (value: T) => string): Record<string, T> =>
  Object.fromEntries(values.map((value) => [key(value), value]));

export function setSessionListSnapshot(snapshot: SessionListSnapshot): void {
  useSessionList.setState({
    ready: true,
    projects: keyed(snapshot.projects, (project) => project.projectId),
    sessions: keyed(snapshot.sessions, (session) => session.sessionId),
    unrouted: keyed(snapshot.unrouted, (unrouted) => unrouted.request.requestId),
  });
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

function changedBy(sessions: SessionListState['sessions'], changed: ReadonlyMap<string, SessionSummary | null>) {
  if (changed.size === 0) return sessions;
  const next = { ...sessions };
  for (const [sessionId, session] of changed) {
    if (session === null) delete next[sessionId];
    else next[sessionId] = session;
  }
  return next;
}

/** One set for a whole batch. */
export function applySessionListFrames(frames: readonly SessionListFrame[]): void {
  useSessionList.setState((state) => {
    let { projects, unrouted } = state;
    // Thousands of sessions: their record is copied once a batch, not once a frame.
    const changed = new Map<string, SessionSummary | null>();
    for (const frame of frames) {
      switch (frame.type) {
        case 'project.set':
          projects = { ...projects, [frame.project.projectId]: frame.project };
          break;
        case 'project.removed':
          projects = without(projects, frame.projectId);
          break;
        case 'session.set':
          changed.set(frame.session.sessionId, frame.session);
          break;
        case 'session.removed':
          changed.set(frame.sessionId, null);
          break;
        case 'unrouted.set':
          unrouted = { ...unrouted, [frame.unrouted.request.requestId]: frame.unrouted };
          break;
        case 'unrouted.removed':
          unrouted = without(unrouted, frame.requestId);
          break;
      }
    }
    return { projects, sessions: changedBy(state.sessions, changed), unrouted };
  });
}

/** One thing that waits for the person, in a session or at an agent. */
export type Attention =
  | { kind: 'session'; requestId: RequestId; openedAt: number; session: SessionSummary; waiting: WaitingRequest }
  | { kind: 'unrouted'; requestId: RequestId; openedAt: number; unrouted: UnroutedRequest };

/** Everything that waits, the oldest first, across all projects. */
export function attentionOf(state: Pick<SessionListState, 'sessions' | 'unrouted'>): Attention[] {
  const inSessions = Object.values(state.sessions).flatMap((session) =>
    session.waiting.map((waiting): Attention => ({
      kind: 'session',
      requestId: waiting.requestId,
      openedAt: waiting.openedAt,
      session,
      waiting,
    })),
  );
  const atAgents = Object.values(state.unrouted).map((unrouted): Attention => ({
    kind: 'unrouted',
    requestId: unrouted.request.requestId,
    openedAt: unrouted.request.openedAt,
    unrouted,
  }));
  return [...inSessions, ...atAgents].sort((a, b) => a.openedAt - b.openedAt);
}
