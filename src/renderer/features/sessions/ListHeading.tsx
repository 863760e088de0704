import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { newSession } from '../../stores/actions';
import { useUi } from '../../stores/ui';
import { ProjectRow } from './ProjectRow';
import type { SidebarRow } from './sidebarRows';

/** A row of the list that is no session. */
export function ListHeading({ row }: { row: Exclude<SidebarRow, { kind: 'session' }> }) {
  const { t } = useTranslation();
  switch (row.kind) {
    case 'project':
      return <ProjectRow project={row.project} />;
    case 'status':
      return (
        <div className="flex h-9 items-center gap-1.5 px-2 pt-2 text-sm text-muted">
          <h2 className="truncate font-[560]">{t(`status.${row.status}`)}</h2>
          <span className="text-faint tabular-nums">{row.count}</span>
        </div>
      );
    case 'empty':
      return (
        <button
          type="button"
          onClick={() => newSession(row.project.projectId)}
          className="flex h-[30px] w-full items-center rounded-sm pl-[31px] text-left text-sm text-faint hover:bg-hover hover:text-text"
        >
          {t('sidebar.noSessions')}
        </button>
      );
    case 'archived':
      return <ArchiveHeading count={row.count} />;
  }
}

function ArchiveHeading({ count }: { count: number }) {
  const { t } = useTranslation();
  const open = useUi((state) => state.archivedOpen);
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
      <span className="font-[450] text-faint tabular-nums">{count}</span>
    </button>
  );
}
