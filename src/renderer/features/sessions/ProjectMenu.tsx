import type { ProjectView } from '@shared/ipc/views';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { newSession } from '../../stores/actions';
import { report } from '../../stores/report';
import { openDialog, show } from '../../stores/ui';
import { MenuItem, MenuSeparator } from '../../ui/Menu';

export function ProjectMenu({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  const { projectId } = project;
  return (
    <>
      <MenuItem disabled={project.missing} onSelect={() => newSession(projectId)}>
        {t('project.newSession')}
      </MenuItem>
      {project.missing ? (
        <MenuItem onSelect={() => void report(engine.call.projects.repoint({ projectId }))}>
          {t('project.repoint')}
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => void report(engine.call.projects.reveal({ projectId }))}>
          {t('project.reveal')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => show({ view: 'import', agentId: null })}>{t('commands.importFromAgents')}</MenuItem>
      <MenuItem onSelect={() => openDialog({ kind: 'renameProject', projectId })}>{t('project.rename')}</MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => openDialog({ kind: 'removeProject', projectId })}>
        {t('project.remove')}
      </MenuItem>
    </>
  );
}
