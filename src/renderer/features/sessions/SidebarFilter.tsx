import { ListFilter, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { report } from '../../stores/report';
import {
  clearFilter,
  isFiltering,
  toggleAgent,
  toggleProject,
  toggleStatus,
  useSessionFilter,
} from '../../stores/sessionFilter';
import { useSessionList } from '../../stores/sessionList';
import { STATUS_ORDER } from '../../stores/sessionOrder';
import { inSidebar } from '../../stores/sidebar';
import { show } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { MenuChecks, MenuGroup, MenuRadio, Submenu } from '../../ui/MenuChoices';

/** A field that narrows the list by words, and a menu for all other ways to. */
export function SidebarFilter() {
  const { t } = useTranslation();
  const filter = useSessionFilter();
  const filtering = isFiltering(filter);
  const chosen = filter.agents.size + filter.projects.size + filter.statuses.size;
  return (
    <div className="mx-3 mb-1.5 flex shrink-0 items-center gap-1">
      <div className="relative min-w-0 flex-1">
        <input
          data-session-filter=""
          type="text"
          aria-label={t('sidebar.filter')}
          placeholder={t('sidebar.filter')}
          value={filter.text}
          maxLength={200}
          onChange={(event) => useSessionFilter.setState({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape' && filter.text !== '') useSessionFilter.setState({ text: '' });
            else if (event.key === 'ArrowDown') inSidebar('row')?.focus();
            else return;
            event.preventDefault();
          }}
          className="h-[26px] w-full rounded-sm border border-line bg-transparent px-2 pr-6 text-sm -outline-offset-1 selectable placeholder:text-faint"
        />
        {filtering ? (
          <button
            type="button"
            aria-label={t('sidebar.clearFilter')}
            onClick={clearFilter}
            className="absolute top-[5px] right-1 grid size-4 place-items-center rounded-sm text-faint hover:text-text"
          >
            <X aria-hidden="true" className="size-3" strokeWidth={2} />
          </button>
        ) : null}
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('sidebar.show')} className={cx('relative', chosen > 0 && '!text-go')}>
            <ListFilter aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
          </IconButton>
        }
      >
        <ShowMenu filtering={filtering} />
      </Menu>
    </div>
  );
}

function ShowMenu({ filtering }: { filtering: boolean }) {
  const { t } = useTranslation();
  const grouping = useApp((state) => state.app?.settings.sessionGrouping ?? 'project');
  const { agents, projects, statuses } = useSessionFilter();
  const views = useSessionList((state) => state.projects);
  const sessions = useSessionList((state) => state.sessions);
  const known = useAgents((state) => state.agents);
  const agentChoices = useMemo(
    () =>
      [...new Set(Object.values(sessions).map(({ agentId }) => agentId))].map((agentId) => ({
        value: agentId,
        label: agentName(t, known, agentId),
      })),
    [sessions, known, t],
  );
  const projectChoices = Object.values(views)
    .sort((a, b) => a.order - b.order)
    .map(({ projectId, name }) => ({ value: projectId, label: name }));
  return (
    <>
      <MenuGroup label={t('sidebar.groupBy')}>
        <MenuRadio
          label={t('sidebar.groupBy')}
          value={grouping}
          choices={[
            { value: 'project', label: t('sidebar.byProject') },
            { value: 'status', label: t('sidebar.byStatus') },
          ]}
          onChange={(sessionGrouping) => void report(engine.call.settings.set({ sessionGrouping }))}
        />
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label={t('sidebar.showOnly')}>
        <Submenu label={counted(t('sidebar.agents'), agents.size)}>
          <MenuChecks choices={agentChoices} chosen={agents} onToggle={toggleAgent} />
        </Submenu>
        <Submenu label={counted(t('sidebar.projects'), projects.size)}>
          <MenuChecks choices={projectChoices} chosen={projects} onToggle={toggleProject} />
        </Submenu>
        <Submenu label={counted(t('sidebar.statuses'), statuses.size)}>
          <MenuChecks
            choices={STATUS_ORDER.map((status) => ({ value: status, label: t(`status.${status}`) }))}
            chosen={statuses}
            onToggle={toggleStatus}
          />
        </Submenu>
      </MenuGroup>
      <MenuItem disabled={!filtering} onSelect={clearFilter}>
        {t('sidebar.clearFilter')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => show({ view: 'import', agentId: null })}>{t('commands.importFromAgents')}</MenuItem>
    </>
  );
}

const counted = (label: string, count: number): string => (count === 0 ? label : `${label} (${count})`);
