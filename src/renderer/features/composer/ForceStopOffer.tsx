import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { useClock } from '../../stores/clock';
import { forceStop } from '../../stores/forceStop';
import { useSession } from '../../stores/replicas';
import { Button } from '../../ui/Button';

/**
 * Offers to end the agent once it has not answered a stop for `stopGraceSeconds` (AC-67), counted from the stop and not
 * from when the session came on screen.
 */
export function ForceStopOffer({ sessionId }: { sessionId: SessionId }) {
  const grace = useApp((state) => state.app?.settings.durations.stopGraceSeconds ?? 10);
  const stoppedAt = useSession(sessionId, ({ turn }) => (turn.status === 'cancelling' ? turn.stoppedAt : undefined));
  return stoppedAt === undefined ? null : <LateStop sessionId={sessionId} offerAt={stoppedAt + grace * 1000} />;
}

function LateStop({ sessionId, offerAt }: { sessionId: SessionId; offerAt: number }) {
  const { t } = useTranslation();
  const isLate = useClock((now) => now >= offerAt);
  if (!isLate) return null;
  return (
    <div
      role="status"
      className="flex w-full max-w-[728px] items-center gap-3 rounded-lg border border-stop-line bg-stop-bg px-3.5 py-2"
    >
      <span className="min-w-0 flex-1">{t('composer.stopLate')}</span>
      <Button kind="danger" onClick={() => void forceStop(t, sessionId)}>
        {t('composer.forceStop')}
      </Button>
    </div>
  );
}
