import type { AppError } from '@shared/errors';
import type { AgentId, ConnectionId, ProjectId, RequestId, SessionId } from '@shared/ids';
import type { RegistryId } from '@shared/registry';
import { create } from 'zustand';

export type SettingsSection = 'general' | 'agents' | 'mcp' | 'data' | 'about';

/** What the main area shows. */
export type View =
  | { view: 'home' }
  | { view: 'session'; sessionId: SessionId }
  | { view: 'newSession'; projectId: ProjectId | null }
  | { view: 'search' }
  | { view: 'settings'; section: SettingsSection; agentId?: AgentId }
  /** Sessions that were begun elsewhere; null: of the agent that is used most. */
  | { view: 'import'; agentId: AgentId | null }
  | { view: 'inspector'; connectionId: ConnectionId }
  /** A request for which no session could be found. */
  | { view: 'request'; requestId: RequestId };

export type Dialog =
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  /** The prompts of the session, to jump to. */
  | { kind: 'outline'; sessionId: SessionId }
  /** `entryId`: what somebody wanted to set up. */
  | { kind: 'registry'; entryId: RegistryId | null }
  /** The MCP servers of the agent's own files. */
  | { kind: 'agentMcp'; sessionId: SessionId }
  | { kind: 'deleteSessions'; sessionIds: readonly SessionId[] }
  | { kind: 'forceStop'; sessionId: SessionId }
  | { kind: 'signOut'; agentId: AgentId }
  | { kind: 'renameProject'; projectId: ProjectId }
  | { kind: 'removeProject'; projectId: ProjectId };

export interface Problem {
  id: number;
  error: AppError;
}

export interface UiState {
  view: View;
  /** Where Escape and "Back" lead from settings and inspector. */
  previous: View;
  dialog: Dialog | null;
  /** What failed and is not shown elsewhere, oldest first. */
  problems: readonly Problem[];
  /** A plain line that tells what an action did besides what one sees. */
  told: string | null;
  /**
   * The request that a person went to (Needs you, Ctrl J): its transcript scrolls to it and its card takes the focus.
   * `at` tells two visits apart. Nothing else ever moves the focus to a card.
   */
  attention: { requestId: RequestId; at: number } | null;
  /** The session whose title is being edited, in the row or in the header. */
  renaming: { sessionId: SessionId; where: 'row' | 'header' } | null;
  archivedOpen: boolean;
  /** The session panel lies over the transcript (narrow windows). */
  panelOver: boolean;
  /** The sidebar lies over the page, with the focus in this part of it (very narrow windows); null: it is closed. */
  sidebarOver: 'row' | 'filter' | null;
  /** Somebody asked to write: the composer that is or comes on screen takes the focus, once. */
  composerWanted: boolean;
}

export const useUi = create<UiState>()(() => ({
  view: { view: 'home' },
  previous: { view: 'home' },
  dialog: null,
  problems: [],
  told: null,
  attention: null,
  renaming: null,
  archivedOpen: false,
  panelOver: false,
  sidebarOver: null,
  composerWanted: false,
}));

const isAside = (view: View) => view.view === 'settings' || view.view === 'inspector' || view.view === 'import';

export function show(view: View): void {
  useUi.setState((state) => ({
    view,
    previous: isAside(state.view) ? state.previous : state.view,
    dialog: null,
    renaming: null,
    // Something was chosen in it, or elsewhere.
    sidebarOver: null,
    // What was told belongs to what was on screen.
    problems: [],
    told: null,
  }));
}

/**
 * For a view that nobody in the window asked for: it comes on screen behind the dialog that is open. While the app starts,
 * somebody who is quick has the palette open before the first view is there.
 */
export function behindDialog(work: () => void): void {
  const { dialog } = useUi.getState();
  work();
  if (dialog !== null) openDialog(dialog);
}

export const goBack = (): void => useUi.setState((state) => ({ view: state.previous, sidebarOver: null }));
export const openDialog = (dialog: Dialog): void => useUi.setState({ dialog });
export const closeDialog = (): void => useUi.setState({ dialog: null });

let nextProblem = 1;
export function addProblem(error: AppError): void {
  const problem = { id: nextProblem++, error };
  useUi.setState((state) => ({ problems: [...state.problems.slice(-2), problem] }));
}
export const dropProblem = (id: number): void =>
  useUi.setState((state) => ({ problems: state.problems.filter((problem) => problem.id !== id) }));

export const focusComposer = (): void => useUi.setState({ composerWanted: true });
export const tell = (told: string | null): void => useUi.setState({ told });
