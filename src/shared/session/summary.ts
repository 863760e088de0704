import { signInNeed } from '../acp/signInNeed';
import type { AgentId, ProjectId, RequestId, SessionId } from '../ids';
import type { SessionRequest } from './request';
import { type AtAgent, isTurnOpen, type SessionHead } from './state';

/** The one word that the sidebar shows (DESIGN section 4). `done` is a turn that ended and was not looked at yet. */
export type SessionStatus = 'working' | 'needsYou' | 'done' | 'failed' | 'interrupted' | 'idle';

export interface WaitingRequest {
  requestId: RequestId;
  kind: SessionRequest['kind'];
  openedAt: number;
  /** What the request is about in the agent's words (tool title, plan name, first question); may be empty. */
  label: string;
  /** For permissions: the tool's kind, so that a row can say "run" or "edit". */
  toolKind?: string;
  /** For questions: how many. */
  count?: number;
}

/** A session as lists show it. */
export interface SessionSummary {
  sessionId: SessionId;
  /** The session from which it was forked, or whose agent started it. */
  parentId: SessionId | null;
  projectId: ProjectId;
  agentId: AgentId;
  cwd: string;
  title: string | null;
  status: SessionStatus;
  atAgent: AtAgent;
  /** Has it a process right now? */
  live: boolean;
  unread: boolean;
  pinned: boolean;
  archived: boolean;
  createdAt: number;
  /** Of the last turn's start or end. */
  updatedAt: number;
  turnStartedAt: number | null;
  waiting: readonly WaitingRequest[];
}

/** No process serves it now, and its next use wakes it (idle stop, or a start of Signalbox). */
export const isAsleep = ({ live, atAgent }: SessionSummary): boolean => !live && atAgent === 'detached';

export function sessionStatus(head: SessionHead, unread: boolean): SessionStatus {
  if (head.requests.length > 0) return 'needsYou';
  // Its prompt waits for a sign-in.
  if (isTurnOpen(head.turn)) return signInNeed(head.attachError) === null ? 'working' : 'needsYou';
  if (head.turn.status === 'done') {
    if (head.turn.outcome.status === 'failed') return 'failed';
    if (head.turn.outcome.status === 'interrupted') return 'interrupted';
    if (unread) return 'done';
  }
  return 'idle';
}

export function waitingRequest(request: SessionRequest): WaitingRequest {
  const waiting = { requestId: request.requestId, kind: request.kind, openedAt: request.openedAt };
  switch (request.kind) {
    case 'permission':
      return { ...waiting, label: request.toolCall.title ?? '', toolKind: request.toolCall.kind ?? 'other' };
    case 'plan':
      return { ...waiting, label: request.plan.name ?? '' };
    case 'question':
      return {
        ...waiting,
        label: request.title ?? request.questions[0]?.prompt ?? '',
        count: request.questions.length,
      };
    case 'form':
    case 'url':
      return { ...waiting, label: request.message };
  }
}
