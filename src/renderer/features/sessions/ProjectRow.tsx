import type { ProjectView } from '@shared/ipc/views';
import { Ellipsis, Folder, FolderX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import { ProjectMenu } from './ProjectMenu';

export function ProjectRow({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  const Icon = project.missing ? FolderX : Folder;
  return (
    <div
      data-project-row={project.projectId}
      className="group flex h-9 items-center gap-1.5 pt-2 pr-1 pl-2 text-sm text-muted"
      title={project.path}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.6} />
      <h2 className="truncate font-[560]">{project.name}</h2>
      {project.branch === null ? null : <span className="min-w-0 flex-1 truncate text-faint">{project.branch}</span>}
      {project.missing ? <span className="min-w-0 flex-1 truncate text-stop">{t('sidebar.missing')}</span> : null}
      <span className="ml-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100">
        <Menu
          align="end"
          trigger={
            <IconButton size="small" label={t('project.actions', { name: project.name })}>
              <Ellipsis aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
            </IconButton>
          }
        >
          <ProjectMenu project={project} />
        </Menu>
      </span>
    </div>
  );
}
