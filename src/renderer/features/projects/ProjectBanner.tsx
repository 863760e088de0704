import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { useSessionList } from '../../stores/sessionList';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';

/** Says above a session that its project's folder is not there, or that it is archived; each with its way out. */
export function ProjectBanner({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const archived = useSessionList((state) => state.sessions[sessionId]?.archived ?? false);
  const project = useSessionList((state) => state.projects[state.sessions[sessionId]?.projectId ?? '']);
  return (
    <>
      {project?.missing ? (
        <Banner
          tone="stop"
          actions={
            <Button
              size="small"
              onClick={() => void report(engine.call.projects.repoint({ projectId: project.projectId }))}
            >
              {t('project.repoint')}
            </Button>
          }
        >
          {t('project.missing', { path: project.path })}
        </Banner>
      ) : null}
      {archived ? (
        <Banner
          tone="quiet"
          actions={
            <Button
              size="small"
              onClick={() => void report(engine.call.sessions.mark({ sessionIds: [sessionId], archived: false }))}
            >
              {t('session.unarchive')}
            </Button>
          }
        >
          {t('session.archivedBanner')}
        </Banner>
      ) : null}
    </>
  );
}
