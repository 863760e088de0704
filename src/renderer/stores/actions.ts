import { type Draft, EMPTY_DRAFT } from '@shared/attachment';
import type { AgentId, ProjectId, RequestId, SessionId } from '@shared/ids';
import type { NavigateTarget, ProjectView } from '@shared/ipc/views';
import { engine } from '../ipc/engine';
import { useApp } from './app';
import { useAgents } from './agents';
import { flushDraft, keepDraft, leaveFirstPrompt } from './drafts';
import { openReplica } from './replicas';
import { report } from './report';
import { type Attention, attentionOf, useSessionList } from './sessionList';
import { dropJump, wantPlace } from './jump';
import { dropStretch } from './stretch';
import { behindDialog, focusComposer, show, useUi } from './ui';

/** What a person can do from several places: sidebar, palette, keys, menu. */

export function openSession(sessionId: SessionId): void {
  dropJump();
  // Asked for before the view is drawn, so that it is on its way meanwhile; the view is who keeps it.
  openReplica(sessionId)();
  show({ view: 'session', sessionId });
  if (useApp.getState().app?.settings.lastSessionId !== sessionId) {
    void report(engine.call.settings.set({ lastSessionId: sessionId }));
  }
}

/** Opens the session at the very item, and marks it there. */
export function goToItem(sessionId: SessionId, ordinal: number): void {
  openSession(sessionId);
  wantPlace({ sessionId, ordinal });
}

export function newSession(projectId: ProjectId | null = currentProject()): void {
  show({ view: 'newSession', projectId });
  focusComposer();
}

/** The project of what is on screen, so that "New session" means "here". */
export function currentProject(): ProjectId | null {
  const { view } = useUi.getState();
  if (view.view === 'newSession') return view.projectId;
  if (view.view !== 'session') return null;
  return useSessionList.getState().sessions[view.sessionId]?.projectId ?? null;
}

/** Opens the system's picker; the new project's first session is offered at once. */
export async function addFolder(): Promise<ProjectView | null> {
  const project = (await report(engine.call.projects.pick({}))) ?? null;
  if (project !== null) newSession(project.projectId);
  return project;
}

export async function addFolders(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const project = await report(engine.call.projects.add({ path }));
    if (project !== undefined) newSession(project.projectId);
  }
}

/**
 * Creates and opens; the agent is started so that modes, models and commands are there to choose from. A first message
 * that is not blank is sent by the new session's composer, or waits in it (`variantFirst`). False where it could not be.
 */
export async function createSession(projectId: ProjectId, agentId: AgentId, first: Draft): Promise<boolean> {
  const created = await report(engine.call.sessions.create({ projectId, agentId }));
  if (created === undefined) return false;
  void report(engine.call.settings.set({ defaultAgent: agentId }));
  if (first.text.trim() !== '' || first.attachments.length > 0) {
    const agent = useAgents.getState().agents.find((one) => one.config.id === agentId);
    // Where the variant counts, the message waits in the composer until the variant is there to be seen.
    if (agent?.variantFirst === true) keepDraft(created.sessionId, first);
    else leaveFirstPrompt(created.sessionId, first);
    // In this order, so that at no moment it is kept nowhere.
    flushDraft(created.sessionId);
    keepDraft(null, EMPTY_DRAFT);
    flushDraft(null);
  }
  enter(created.sessionId);
  return true;
}

export async function createDemo(): Promise<void> {
  const created = await report(engine.call.sessions.createDemo({}));
  if (created !== undefined) enter(created.sessionId);
}

function enter(sessionId: SessionId): void {
  openSession(sessionId);
  focusComposer();
  // Why it failed is shown in the session itself.
  void engine.call.sessions.attach({ sessionId });
}

export function goToAttention(attention: Attention): void {
  if (attention.kind === 'session') {
    // What waits stands at the end.
    dropStretch(attention.session.sessionId);
    openSession(attention.session.sessionId);
  } else show({ view: 'request', requestId: attention.requestId });
  useUi.setState({ attention: { requestId: attention.requestId, at: Date.now() } });
}

/** The next request that waits, the oldest first and round again. */
export function goToNextAttention(): void {
  const waiting = attentionOf(useSessionList.getState());
  const current = shownRequest();
  const next = waiting[(waiting.findIndex((entry) => entry.requestId === current) + 1) % waiting.length];
  if (next !== undefined) goToAttention(next);
}

/** The request that was gone to last, while the place where it is shown is still on screen. */
function shownRequest(): RequestId | null {
  const { view, attention } = useUi.getState();
  if (attention === null) return null;
  if (view.view === 'request') return view.requestId;
  if (view.view !== 'session') return null;
  const session = useSessionList.getState().sessions[view.sessionId];
  return session?.waiting.some((entry) => entry.requestId === attention.requestId) ? attention.requestId : null;
}

/** Answers with how many an agent still has although it was to delete them. */
export async function deleteSessions(sessionIds: readonly SessionId[], atAgent: boolean): Promise<number> {
  const { view } = useUi.getState();
  // Away at once: their agent may have to be started first.
  if (view.view === 'session' && sessionIds.includes(view.sessionId)) show({ view: 'home' });
  const done = await report(engine.call.sessions.remove({ sessionIds: [...sessionIds], atAgent }));
  return done?.keptAtAgent ?? 0;
}

export function stopTurn(): void {
  const { view } = useUi.getState();
  if (view.view === 'session') void report(engine.call.sessions.cancel({ sessionId: view.sessionId }));
}

/** Something outside the page asks for a place: a notification, the menu, the command line. */
export function navigate(target: NavigateTarget): void {
  switch (target.view) {
    case 'session':
      return openSession(target.sessionId);
    case 'project':
      // The folder that the app was started with: nothing was shown before it.
      if (useUi.getState().view.view === 'home') return behindDialog(() => openProject(target.projectId));
      return openProject(target.projectId);
    case 'newSession':
      return newSession();
    case 'settings':
      return show({ view: 'settings', section: 'general' });
    case 'attention':
      return goToNextAttention();
    case 'addProject':
      void addFolder();
  }
}

/** Its newest session, or the offer of a first one. */
function openProject(projectId: ProjectId): void {
  const newest = Object.values(useSessionList.getState().sessions)
    .filter((session) => session.projectId === projectId && !session.archived)
    .sort((a, b) => b.updatedAt - a.updatedAt)[0];
  if (newest === undefined) newSession(projectId);
  else openSession(newest.sessionId);
}
