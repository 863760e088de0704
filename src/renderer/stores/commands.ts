import { engine } from '../ipc/engine';
import { addFolder, createDemo, goToNextAttention, newSession, openSession, stopTurn } from './actions';
import { importSessions } from './branches';
import { showInspector } from './connections';
import { findSteps, openFind, useFind } from './find';
import { nextModel } from './favourites';
import { togglePanel } from './panel';
import { promptSteps } from './prompts';
import { report } from './report';
import { openSearch } from './search';
import { listedSessions } from './sessionOrder';
import { stepRecent } from './recent';
import { goToSidebar } from './sidebar';
import { focusComposer, openDialog, show, useUi } from './ui';

export type CommandId =
  | 'newSession'
  | 'find'
  | 'search'
  | 'searchHere'
  | 'findNext'
  | 'findPrevious'
  | 'outline'
  | 'previousPrompt'
  | 'nextPrompt'
  | 'importSessions'
  | 'nextWaiting'
  | 'addFolder'
  | 'focusComposer'
  | 'stop'
  | 'nextModel'
  | 'previous'
  | 'next'
  | 'recent'
  | 'importFromAgents'
  | 'filterSessions'
  | 'rename'
  | 'inspector'
  | 'togglePanel'
  | 'sidebar'
  | 'settings'
  | 'themeLight'
  | 'themeDark'
  | 'themeSystem'
  | 'demo'
  | 'shortcuts';

export interface Command {
  id: CommandId;
  /** As tinykeys reads them; the first is shown. */
  keys?: readonly string[];
  /** `event`: of the key, where one was pressed. */
  run: (event?: KeyboardEvent) => void;
}

/** Everything that can be done by a key or by name: the palette, the keys and the help all read this one list. */
export const commands: readonly Command[] = [
  { id: 'newSession', keys: ['$mod+n'], run: () => newSession() },
  { id: 'find', keys: ['$mod+k'], run: () => openDialog({ kind: 'palette' }) },
  { id: 'search', keys: ['$mod+Shift+f'], run: () => openSearch() },
  { id: 'searchHere', keys: ['$mod+f'], run: findHere },
  { id: 'findNext', keys: ['F3', '$mod+g'], run: () => stepFind(1) },
  { id: 'findPrevious', keys: ['Shift+F3', '$mod+Shift+g'], run: () => stepFind(-1) },
  { id: 'outline', keys: ['$mod+Shift+o'], run: openOutline },
  { id: 'previousPrompt', keys: ['Alt+Shift+ArrowUp'], run: () => promptSteps.publish(-1) },
  { id: 'nextPrompt', keys: ['Alt+Shift+ArrowDown'], run: () => promptSteps.publish(1) },
  { id: 'nextWaiting', keys: ['$mod+j'], run: goToNextAttention },
  { id: 'addFolder', keys: ['$mod+o'], run: () => void addFolder() },
  { id: 'focusComposer', keys: ['$mod+l'], run: focusComposer },
  { id: 'stop', keys: ['$mod+.'], run: stopTurn },
  { id: 'nextModel', keys: ['$mod+Shift+m'], run: nextModel },
  { id: 'previous', keys: ['Alt+ArrowUp'], run: () => step(-1) },
  { id: 'next', keys: ['Alt+ArrowDown'], run: () => step(1) },
  {
    id: 'recent',
    keys: ['Control+Tab', 'Control+Shift+Tab'],
    run: (event) => stepRecent(event?.shiftKey === true ? -1 : 1, event !== undefined),
  },
  { id: 'filterSessions', run: () => goToSidebar('filter') },
  { id: 'importFromAgents', run: () => show({ view: 'import', agentId: null }) },
  { id: 'rename', keys: ['F2'], run: renameCurrent },
  { id: 'inspector', keys: ['$mod+Shift+i'], run: inspectCurrent },
  { id: 'togglePanel', keys: ['$mod+\\'], run: togglePanel },
  { id: 'sidebar', keys: ['$mod+Shift+e'], run: () => goToSidebar() },
  { id: 'settings', keys: ['$mod+,'], run: () => show({ view: 'settings', section: 'general' }) },
  { id: 'themeLight', run: () => void report(engine.call.settings.set({ theme: 'light' })) },
  { id: 'themeDark', run: () => void report(engine.call.settings.set({ theme: 'dark' })) },
  { id: 'themeSystem', run: () => void report(engine.call.settings.set({ theme: 'system' })) },
  { id: 'importSessions', run: () => void importSessions() },
  { id: 'demo', run: () => void createDemo() },
  { id: 'shortcuts', keys: ['$mod+/', '?'], run: () => openDialog({ kind: 'shortcuts' }) },
];

export const keysOf = (id: CommandId): string | undefined => commands.find((command) => command.id === id)?.keys?.[0];

function currentSession(): string | null {
  const { view } = useUi.getState();
  return view.view === 'session' ? view.sessionId : null;
}

/** In the session on screen; where there is none, on the search page. */
function findHere(): void {
  const sessionId = currentSession();
  if (sessionId === null) openSearch();
  else if (useUi.getState().dialog === null) openFind(sessionId);
}

function openOutline(): void {
  const sessionId = currentSession();
  if (sessionId !== null) openDialog({ kind: 'outline', sessionId });
}

function stepFind(by: 1 | -1): void {
  const sessionId = currentSession();
  if (sessionId === null) return;
  if (useFind.getState().sessionId === sessionId) findSteps.publish(by);
  else openFind(sessionId);
}

/** One up or down in the order of the list. */
function step(by: 1 | -1): void {
  const order = listedSessions();
  const at = order.findIndex((session) => session.sessionId === currentSession());
  const next = order[at === -1 ? 0 : at + by];
  if (next !== undefined) openSession(next.sessionId);
}

function renameCurrent(): void {
  const sessionId = currentSession();
  if (sessionId !== null) useUi.setState({ renaming: { sessionId, where: 'header' }, dialog: null });
}

function inspectCurrent(): void {
  const sessionId = currentSession();
  if (sessionId !== null) showInspector(sessionId);
}
