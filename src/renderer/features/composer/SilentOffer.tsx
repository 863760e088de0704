import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useClock } from '../../stores/clock';
import { forceStop } from '../../stores/forceStop';
import { useSession } from '../../stores/replicas';
import { report } from '../../stores/report';
import { Button } from '../../ui/Button';

/** A turn in which nothing came for too long: wait on, stop it, or start the agent anew (AC-50). */
export function SilentOffer({ sessionId }: { sessionId: SessionId }) {
  const since = useSession(sessionId, ({ connection, turn }) =>
    connection.status === 'unresponsive' && turn.status === 'running' ? connection.since : null,
  );
  return since === null || since === undefined ? null : <Silent sessionId={sessionId} since={since} />;
}

function Silent({ sessionId, since }: { sessionId: SessionId; since: number }) {
  const { t } = useTranslation();
  const minutes = useClock((now) => Math.max(1, Math.floor((now - since) / 60_000)));
  return (
    <section
      aria-label={t('composer.silentTitle')}
      className="flex w-full max-w-[728px] flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-need-line bg-need-bg px-3.5 py-2"
    >
      <span role="status" className="min-w-48 flex-1">
        {t('composer.silent', { count: minutes })}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button size="small" onClick={() => void report(engine.call.sessions.keepWaiting({ sessionId }))}>
          {t('composer.silentWait')}
        </Button>
        <Button size="small" onClick={() => void report(engine.call.sessions.cancel({ sessionId }))}>
          {t('composer.silentStop')}
        </Button>
        <Button size="small" kind="danger" onClick={() => void forceStop(t, sessionId)}>
          {t('composer.silentRestart')}
        </Button>
      </span>
    </section>
  );
}
