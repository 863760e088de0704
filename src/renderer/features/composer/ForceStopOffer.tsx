import type { SessionId } from '@shared/ids';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { forceStop } from '../../stores/forceStop';
import { Button } from '../../ui/Button';

/** There while a stop is under way; speaks up when the agent has not answered it for `stopGraceSeconds`. */
export function ForceStopOffer({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const grace = useApp((state) => state.app?.settings.durations.stopGraceSeconds ?? 10);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), grace * 1000);
    return () => clearTimeout(timer);
  }, [grace]);
  if (!late) return null;
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
