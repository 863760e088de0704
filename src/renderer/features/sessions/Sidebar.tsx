import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentView } from '@shared/ipc/views';
import { FolderPlus, Plus, Search, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addFolder, newSession } from '../../stores/actions';
import { useAgents } from '../../stores/agents';
import { useSessionList } from '../../stores/sessionList';
import { openDialog, show, useUi } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { Kbd } from '../../ui/Kbd';
import { Dot } from '../../ui/StatusMark';
import { NeedsYou } from './NeedsYou';
import { SelectionBar } from './SelectionBar';
import { SessionList } from './SessionList';
import { SidebarFilter } from './SidebarFilter';

const icon = 'size-3.5';

export function Sidebar() {
  const { t } = useTranslation();
  const newKeys = useKeys('newSession');
  const findKeys = useKeys('find');
  const settingsKeys = useKeys('settings');
  const waits = useSessionList(
    (state) =>
      Object.keys(state.unrouted).length > 0 ||
      Object.values(state.sessions).some((session) => session.waiting.length > 0),
  );
  return (
    <nav
      aria-label={t('app.sidebar')}
      className="flex min-h-0 flex-col border-r border-line bg-side short:overflow-y-auto"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 pr-3 pl-4">
        <span className="flex items-center gap-[7px] font-[630] tracking-[-0.01em]">
          <span
            aria-hidden="true"
            className={cx(
              'size-[9px] rounded-full',
              waits ? 'bg-need shadow-[0_0_0_3px_var(--need-bg)]' : 'bg-go shadow-[0_0_0_3px_var(--go-bg)]',
            )}
          />
          {t('app.name')}
        </span>
        <span className="flex-1" />
        <IconButton label={t('sidebar.addFolder')} onClick={() => void addFolder()}>
          <FolderPlus aria-hidden="true" className={icon} strokeWidth={1.6} />
        </IconButton>
        <IconButton label={t('sidebar.find')} keys={findKeys?.shown} onClick={() => openDialog({ kind: 'palette' })}>
          <Search aria-hidden="true" className={icon} strokeWidth={1.6} />
        </IconButton>
      </header>
      <button
        type="button"
        aria-label={t('sidebar.newSession')}
        aria-keyshortcuts={newKeys?.aria}
        onClick={() => newSession()}
        className="mx-3 mt-0.5 mb-2 flex h-[30px] shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 font-[530] hover:bg-hover"
      >
        <Plus aria-hidden="true" className={icon} strokeWidth={1.6} />
        {t('sidebar.newSession')}
        <span className="flex-1" />
        {newKeys === undefined ? null : <Kbd>{newKeys.shown}</Kbd>}
      </button>
      <NeedsYou />
      <SidebarFilter />
      <SessionList />
      <SelectionBar />
      <footer className="flex h-[43px] shrink-0 items-center gap-1 border-t border-line px-3 text-sm text-muted">
        <AgentsReady />
        <span className="flex-1" />
        <SettingsButton keys={settingsKeys?.shown} />
      </footer>
    </nav>
  );
}

function SettingsButton({ keys }: { keys: string | undefined }) {
  const { t } = useTranslation();
  const open = useUi(({ view }) => view.view === 'settings');
  return (
    <IconButton
      label={t('sidebar.settings')}
      keys={keys}
      aria-current={open ? 'page' : undefined}
      onClick={() => show({ view: 'settings', section: 'general' })}
    >
      <Settings aria-hidden="true" className={icon} strokeWidth={1.6} />
    </IconButton>
  );
}

/** Found, and not known to need something first. */
const mayBeReady = (agent: AgentView): boolean => ['ready', 'notChecked', 'checking'].includes(agentStateOf(agent));

function AgentsReady() {
  const { t } = useTranslation();
  const count = useAgents((state) => state.agents.filter(mayBeReady).length);
  const ready = useAgents((state) => state.ready);
  const looking = useAgents((state) => state.agents.some(({ availability }) => availability.status === 'looking'));
  if (!ready) return null;
  return (
    <button
      type="button"
      onClick={() => show({ view: 'settings', section: 'agents' })}
      className="-ml-1 flex h-[26px] items-center gap-2 rounded-sm px-1.5 hover:bg-hover hover:text-text"
    >
      <Dot className={cx('!size-[7px]', looking ? 'text-faint' : count > 0 ? 'text-go' : 'text-stop')} />
      {looking ? t('agents.detecting') : count > 0 ? t('sidebar.agentsReady', { count }) : t('sidebar.agentsNone')}
    </button>
  );
}
