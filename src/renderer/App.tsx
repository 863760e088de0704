import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tinykeys } from 'tinykeys';
import { Banners } from './Banners';
import { FailurePage } from './FailurePage';
import { AgentMcpDialog } from './features/agentMcp/AgentMcpDialog';
import { NewSession } from './features/composer/NewSession';
import { ImportPage } from './features/imports/ImportPage';
import { InspectorPage } from './features/inspector/InspectorPage';
import { Home } from './features/onboarding/Home';
import { FolderDrop } from './features/projects/FolderDrop';
import { SearchPage } from './features/search/SearchPage';
import { Palette } from './features/sessions/Palette';
import { RecentSwitcher } from './features/sessions/RecentSwitcher';
import { SessionDialogs } from './features/sessions/SessionDialogs';
import { ShortcutsDialog } from './features/sessions/ShortcutsDialog';
import { Sidebar } from './features/sessions/Sidebar';
import { SidebarDrawer } from './features/sessions/SidebarDrawer';
import { RegistryDialog } from './features/settings/registry/RegistryDialog';
import { SettingsPage } from './features/settings/SettingsPage';
import { OutlineDialog } from './features/transcript/outline/OutlineDialog';
import { commands } from './stores/commands';
import { useFailure } from './stores/failure';
import { useSessionList } from './stores/sessionList';
import { useSidebarOver } from './stores/sidebar';
import { useUi, type View } from './stores/ui';
import { SessionView } from './SessionView';
import { Boundary } from './ui/Boundary';
import { Button } from './ui/Button';
import { cx } from './ui/cx';
import { PageHeader } from './ui/PageHeader';
import { TooltipProvider } from './ui/Tooltip';
import { UnroutedView } from './UnroutedView';

export function App() {
  const failure = useFailure((state) => state.failure);
  return failure === null ? <Frame /> : <FailurePage failure={failure} />;
}

function Frame() {
  useShortcuts();
  useTitle();
  const sidebarOver = useSidebarOver();
  const dialog = useUi((state) => state.dialog);
  const registry = useUi((state) => (state.dialog?.kind === 'registry' ? state.dialog : null));
  return (
    <TooltipProvider>
      <div
        className={cx(
          'grid h-full',
          sidebarOver
            ? 'grid-cols-[minmax(0,1fr)]'
            : 'grid-cols-[clamp(200px,30vw,max(268px,min(14vw,340px)))_minmax(0,1fr)]',
        )}
      >
        {sidebarOver ? null : <Sidebar />}
        <div className="flex min-h-0 min-w-0 flex-col">
          <Banners />
          <div className="relative flex min-h-0 flex-1 flex-col">
            {sidebarOver ? <SidebarDrawer /> : null}
            <MainView />
          </div>
        </div>
        <SessionDialogs />
        {dialog?.kind === 'palette' ? <Palette /> : null}
        {dialog?.kind === 'shortcuts' ? <ShortcutsDialog /> : null}
        {dialog?.kind === 'outline' ? <OutlineDialog sessionId={dialog.sessionId} /> : null}
        {dialog?.kind === 'agentMcp' ? <AgentMcpDialog sessionId={dialog.sessionId} /> : null}
        {registry === null ? null : <RegistryDialog entryId={registry.entryId} />}
        <RecentSwitcher />
        <FolderDrop />
      </div>
    </TooltipProvider>
  );
}

function MainView() {
  const view = useUi((state) => state.view);
  return (
    <Boundary of={view} renderInstead={() => <Undrawn />}>
      <ViewOnScreen view={view} />
    </Boundary>
  );
}

/** The sidebar stands beside it, so any other session can be gone to. */
function Undrawn() {
  const { t } = useTranslation();
  return (
    <main aria-label={t('app.undrawn')} className="grid flex-1 place-content-center justify-items-center gap-3 p-8">
      <p>{t('app.undrawn')}</p>
      <Button onClick={() => window.location.reload()}>{t('app.loadAgain')}</Button>
    </main>
  );
}

function ViewOnScreen({ view }: { view: View }) {
  const { t } = useTranslation();
  if (view.view === 'session') return <SessionView sessionId={view.sessionId} />;
  return (
    <main aria-label={t(`app.views.${view.view}`)} className="flex min-h-0 flex-1 flex-col">
      {view.view === 'home' || view.view === 'newSession' ? (
        // Only for the button that stands in it.
        <PageHeader className="hidden narrow:flex">
          <span className="font-[630] tracking-[-0.01em]">{t('app.name')}</span>
        </PageHeader>
      ) : null}
      {view.view === 'home' ? <Home /> : null}
      {view.view === 'newSession' ? <NewSession key={view.projectId} projectId={view.projectId} /> : null}
      {view.view === 'search' ? <SearchPage /> : null}
      {view.view === 'settings' ? <SettingsPage section={view.section} agentId={view.agentId} /> : null}
      {view.view === 'inspector' ? <InspectorPage key={view.connectionId} connectionId={view.connectionId} /> : null}
      {view.view === 'import' ? <ImportPage agentId={view.agentId} /> : null}
      {view.view === 'request' ? <UnroutedView requestId={view.requestId} /> : null}
    </main>
  );
}

function useShortcuts(): void {
  useEffect(() => {
    const bindings = commands.flatMap((command) =>
      (command.keys ?? []).flatMap((keys) => {
        const handler = (event: KeyboardEvent) => {
          if (event.isComposing || (isBare(keys) && isTaken(event))) return;
          event.preventDefault();
          command.run(event);
        };
        // Some keyboards write "?" with Shift, some without.
        return (keys === '?' ? [keys, 'Shift+?'] : [keys]).map((pattern) => [pattern, handler] as const);
      }),
    );
    return tinykeys(window, Object.fromEntries(bindings));
  }, []);
}

/** A key without a modifier. */
const isBare = (keys: string) => !keys.includes('+');

/** Written into a text, or done already: F2 in the list renames the row. F3 means the same everywhere. */
const isTaken = (event: KeyboardEvent) => event.defaultPrevented || (event.key !== 'F3' && isWriting(event.target));

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  );
}

function useTitle(): void {
  const { t } = useTranslation();
  const title = useUi(({ view }) => (view.view === 'session' ? view.sessionId : null));
  const shown = useSessionList((state) => (title === null ? null : (state.sessions[title]?.title ?? null)));
  useEffect(() => {
    document.title = shown === null ? t('app.name') : t('app.title', { title: shown });
  }, [shown, t]);
}
