import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { Composer } from './features/composer/Composer';
import { FilePane } from './features/files/FilePane';
import { ProjectBanner } from './features/projects/ProjectBanner';
import { SessionHeader } from './features/sessions/SessionHeader';
import { UntoldBanner } from './features/sessions/UntoldBanner';
import { SignInCard } from './features/signIn/SignInCard';
import { SidePanel } from './features/todos/SidePanel';
import { Transcript } from './features/transcript/Transcript';
import { newSession } from './stores/actions';
import { useFilePane } from './stores/filePane';
import { usePanel } from './stores/panel';
import { useOpenReplica, useReplicas } from './stores/replicas';
import { Button } from './ui/Button';
import { cx } from './ui/cx';

export function SessionView({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  useOpenReplica(sessionId);
  const gone = useReplicas(({ ended }) => sessionId in ended);
  const panel = usePanel();
  const { file, opened } = useFilePane();
  if (gone) return <Gone />;
  return (
    <div className="relative flex min-h-0 flex-1">
      <main aria-label={t('app.main')} data-takes-files className="flex min-h-0 min-w-0 flex-1 flex-col">
        <SessionHeader sessionId={sessionId} />
        <ProjectBanner sessionId={sessionId} />
        <UntoldBanner sessionId={sessionId} />
        <Transcript key={sessionId} sessionId={sessionId} />
        <SignInCard key={`signIn:${sessionId}`} sessionId={sessionId} />
        <Composer key={`composer:${sessionId}`} sessionId={sessionId} />
      </main>
      {file?.sessionId === sessionId ? (
        <FilePane file={file} opened={opened} over={panel.over} />
      ) : panel.open ? (
        <aside
          aria-label={t('session.panel')}
          className={cx(
            'flex min-h-0 w-[300px] shrink-0 flex-col border-l border-line bg-bg',
            panel.over &&
              'absolute top-11 right-0 bottom-0 z-10 shadow-card narrow:w-full narrow:border-l-0 short:top-9',
          )}
        >
          <SidePanel key={sessionId} sessionId={sessionId} />
        </aside>
      ) : null}
    </div>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <main aria-label={t('app.main')} className="grid flex-1 place-items-center p-6 text-center">
      <div>
        <h1 className="text-2xl font-[630]">{t('session.notFound')}</h1>
        <p className="mt-1 mb-4 text-lg text-muted">{t('session.notFoundText')}</p>
        <Button kind="primary" onClick={() => newSession()}>
          {t('sidebar.newSession')}
        </Button>
      </div>
    </main>
  );
}
