import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newSession } from '../../stores/actions';
import { useSessionList } from '../../stores/sessionList';
import { openDialog, useUi } from '../../stores/ui';
import { ContextMenu } from '../../ui/Menu';
import { ProjectMenu } from './ProjectMenu';
import { ProjectRow } from './ProjectRow';
import { SessionMenu } from './SessionMenu';
import { SessionRow } from './SessionRow';
import { rowHeight, type SidebarRow, sidebarRows } from './sidebarRows';

type MenuTarget = { kind: 'session' | 'project'; id: string };

/**
 * Only rows in sight are drawn. Two layers share one set of places: headings of projects, and the list named "Sessions"
 * which holds session rows and nothing else, so that a screen reader counts sessions.
 */
export function SessionList() {
  const { t } = useTranslation();
  const projects = useSessionList((state) => state.projects);
  const sessions = useSessionList((state) => state.sessions);
  const archivedOpen = useUi((state) => state.archivedOpen);
  const current = useUi(({ view }) => (view.view === 'session' ? view.sessionId : null));
  const rows = useMemo(() => sidebarRows(projects, sessions, archivedOpen), [projects, sessions, archivedOpen]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight(rows[index] ?? { kind: 'archived', key: '', count: 0 }),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 16,
  });
  const { focusKey, onKeyDown, onFocus } = useWalk(rows, current, (index) => virtualizer.scrollToIndex(index));
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const count = useMemo(() => rows.filter((row) => row.kind === 'session').length, [rows]);
  const places = useMemo(() => placesOf(rows), [rows]);

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
          aria-setsize={count}
          aria-posinset={places.get(row.key)}
          className="absolute inset-x-2 top-0"
          style={style}
        >
          <SessionRow
            session={row.session}
            projectName={row.projectName}
            current={row.key === current}
            focusable={row.key === focusKey}
          />
        </div>,
      );
    } else {
      otherRows.push(
        <div key={row.key} className="absolute inset-x-2 top-0" style={style}>
          <OtherRow row={row} />
        </div>,
      );
    }
  }

  return (
    <ContextMenu
      trigger={
        <div
          ref={scroller}
          role="presentation"
          onContextMenu={(event) => setTarget(targetOf(event))}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          className="min-h-0 flex-1 overflow-y-auto"
        >
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {otherRows}
            <div role="list" aria-label={t('sidebar.sessions')}>
              {sessionRows}
            </div>
          </div>
        </div>
      }
    >
      <TargetMenu target={target} />
    </ContextMenu>
  );
}

function OtherRow({ row }: { row: Exclude<SidebarRow, { kind: 'session' }> }) {
  const { t } = useTranslation();
  const open = useUi((state) => state.archivedOpen);
  if (row.kind === 'project') return <ProjectRow project={row.project} />;
  if (row.kind === 'empty') {
    return (
      <button
        type="button"
        onClick={() => newSession(row.project.projectId)}
        className="flex h-[30px] w-full items-center rounded-sm pl-[31px] text-left text-sm text-faint hover:bg-hover hover:text-text"
      >
        {t('sidebar.noSessions')}
      </button>
    );
  }
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => useUi.setState({ archivedOpen: !open })}
      className="mt-1.5 flex h-[30px] w-full items-center gap-1.5 rounded-sm px-2 text-left text-sm font-[560] text-muted hover:bg-hover"
    >
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
      {t('sidebar.archived')}
      <span className="font-[450] text-faint">{row.count}</span>
    </button>
  );
}

function TargetMenu({ target }: { target: MenuTarget | null }) {
  const session = useSessionList((state) => (target?.kind === 'session' ? state.sessions[target.id] : undefined));
  const project = useSessionList((state) => (target?.kind === 'project' ? state.projects[target.id] : undefined));
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

function placesOf(rows: readonly SidebarRow[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const row of rows) if (row.kind === 'session') places.set(row.key, places.size + 1);
  return places;
}

/** One row is in the tab order; the arrow keys walk from row to row, also to those that are not drawn yet. */
function useWalk(rows: readonly SidebarRow[], current: string | null, reveal: (index: number) => void) {
  const [walked, setWalked] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const first = rows.find((row) => row.kind === 'session')?.key ?? null;
  const known = (key: string | null) => key !== null && rows.some((row) => row.kind === 'session' && row.key === key);
  const focusKey = known(walked) ? walked : known(current) ? current : first;

  // A row that was walked to is focused as soon as it is drawn.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-session-row="${CSS.escape(wanted.current)}"]`);
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });

  const walkTo = (key: string | undefined) => {
    if (key === undefined) return;
    wanted.current = key;
    setWalked(key);
    reveal(rows.findIndex((row) => row.key === key));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.target instanceof HTMLElement ? event.target : null;
    const sessionId = element?.dataset['sessionRow'];
    if (sessionId === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = rows.flatMap((row) => (row.kind === 'session' ? [row.key] : []));
    const at = keys.indexOf(sessionId);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: keys.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) walkTo(keys[Math.min(Math.max(to, 0), keys.length - 1)]);
    else if (event.key === 'F2') useUi.setState({ renaming: { sessionId, where: 'row' } });
    else if (event.key === 'Delete') openDialog({ kind: 'deleteSession', sessionId });
    else return;
    event.preventDefault();
  };

  const onFocus = (event: { target: EventTarget }) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset['sessionRow'] : undefined;
    if (key !== undefined) setWalked(key);
  };
  return { focusKey, onKeyDown, onFocus };
}
