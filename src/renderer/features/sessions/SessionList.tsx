import type { SessionId } from '@shared/ids';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { keepSelected, useSelection } from '../../stores/selection';
import { useSessionFilter } from '../../stores/sessionFilter';
import { useSessionList } from '../../stores/sessionList';
import type { ListView } from '../../stores/sessionOrder';
import { useUi } from '../../stores/ui';
import { ContextMenu } from '../../ui/Menu';
import { ListHeading } from './ListHeading';
import { ProjectMenu } from './ProjectMenu';
import { SelectionMenu } from './SelectionMenu';
import { SessionMenu } from './SessionMenu';
import { SessionRow } from './SessionRow';
import { rowHeight, sidebarRows } from './sidebarRows';
import { useListKeys } from './useListKeys';

type MenuTarget = { kind: 'session' | 'project'; id: string };

/**
 * Only rows in sight are drawn. Two layers share one set of places: headings, and the list named "Sessions" which holds
 * session rows and nothing else, so that a screen reader counts sessions.
 */
export function SessionList() {
  const { t } = useTranslation();
  const projects = useSessionList((state) => state.projects);
  const sessions = useSessionList((state) => state.sessions);
  const archivedOpen = useUi((state) => state.archivedOpen);
  const current = useUi(({ view }) => (view.view === 'session' ? view.sessionId : null));
  const view = useListView(current);
  const { rows, shown, total } = useMemo(
    () => sidebarRows(projects, sessions, archivedOpen, view),
    [projects, sessions, archivedOpen, view],
  );
  const keys = useMemo(() => rows.flatMap((row) => (row.kind === 'session' ? [row.key] : [])), [rows]);
  const places = useMemo(() => new Map(keys.map((key, index) => [key, index + 1])), [keys]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight(rows[index] ?? { kind: 'archived', key: '', count: 0 }),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 16,
  });
  const reveal = (key: string) => virtualizer.scrollToIndex(rows.findIndex((row) => row.key === key));
  const { focusKey, onKeyDown, onFocus, onPick } = useListKeys(rows, keys, places, current, reveal);
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const selected = useSelection((state) => state.selected);
  useEffect(() => keepSelected(new Set(places.keys())), [places]);

  const sessionRows: ReactNode[] = [];
  const otherRows: ReactNode[] = [];
  for (const item of virtualizer.getVirtualItems()) {
    const row = rows[item.index];
    if (row === undefined) continue;
    const style = { transform: `translateY(${item.start}px)`, height: item.size };
    if (row.kind === 'session') {
      sessionRows.push(
        <div
          key={row.key}
          role="listitem"
          aria-setsize={keys.length}
          aria-posinset={places.get(row.key)}
          className="absolute inset-x-2 top-0"
          style={style}
        >
          <SessionRow
            session={row.session}
            projectName={row.projectName}
            showProject={view.grouping === 'status'}
            level={row.level}
            nested={row.children}
            open={row.open}
            current={row.key === current}
            selected={selected.has(row.key)}
            focusable={row.key === focusKey}
            onPick={onPick}
          />
        </div>,
      );
    } else {
      otherRows.push(
        <div key={row.key} className="absolute inset-x-2 top-0" style={style}>
          <ListHeading row={row} />
        </div>,
      );
    }
  }

  return (
    <>
      <FilterCount shown={shown} total={total} />
      <ContextMenu
        trigger={
          <div
            ref={scroller}
            role="presentation"
            onContextMenu={(event) => setTarget(targetOf(event))}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            className="min-h-0 flex-1 overflow-y-auto short:min-h-32"
          >
            {rows.length === 0 && total === 0 ? (
              <p className="px-4 py-2 text-sm text-faint">{t('sidebar.empty')}</p>
            ) : null}
            <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
              {otherRows}
              <div role="list" aria-label={t('sidebar.sessions')}>
                {sessionRows}
              </div>
            </div>
          </div>
        }
      >
        <TargetMenu target={target} selected={selected} />
      </ContextMenu>
    </>
  );
}

function useListView(current: SessionId | null): ListView {
  const { t } = useTranslation();
  const grouping = useApp((state) => state.app?.settings.sessionGrouping ?? 'project');
  const { text, agents, projects, statuses, open } = useSessionFilter();
  const untitled = t('sidebar.untitled');
  return useMemo(
    () => ({ grouping, filter: { text, agents, projects, statuses }, open, current, untitled }),
    [grouping, text, agents, projects, statuses, open, current, untitled],
  );
}

/** How much of the list is shown; without a filter there is nothing to say. */
function FilterCount({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation();
  const text = shown === total ? '' : t('sidebar.filtered', { shown, count: total });
  return (
    <p role="status" className={text === '' ? 'sr-only' : 'mx-4 shrink-0 pb-1 text-xs text-faint'}>
      {text}
    </p>
  );
}

function TargetMenu({ target, selected }: { target: MenuTarget | null; selected: ReadonlySet<SessionId> }) {
  const session = useSessionList((state) => (target?.kind === 'session' ? state.sessions[target.id] : undefined));
  const project = useSessionList((state) => (target?.kind === 'project' ? state.projects[target.id] : undefined));
  if (session !== undefined && selected.size > 1 && selected.has(session.sessionId)) return <SelectionMenu />;
  if (session !== undefined) return <SessionMenu session={session} where="row" />;
  return project === undefined ? null : <ProjectMenu project={project} />;
}

/** What was clicked, or has the focus where the menu key was pressed; elsewhere there is no menu. */
function targetOf(event: MouseEvent): MenuTarget | null {
  const element = event.target instanceof Element ? event.target : null;
  const session = element?.closest<HTMLElement>('[data-session-row]')?.dataset['sessionRow'];
  if (session !== undefined) return { kind: 'session', id: session };
  const project = element?.closest<HTMLElement>('[data-project-row]')?.dataset['projectRow'];
  if (project !== undefined) return { kind: 'project', id: project };
  event.preventDefault();
  event.stopPropagation();
  return null;
}
