import type { SessionId } from '@shared/ids';
import type { QueuePause } from '@shared/session/queue';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { Button } from '../../ui/Button';

interface QueuePausedProps {
  sessionId: SessionId;
  paused: QueuePause;
  count: number;
}

/** Why nothing is sent by itself, and what is to become of the messages: asked once, then only said. */
export function QueuePaused({ sessionId, paused, count }: QueuePausedProps) {
  const { t } = useTranslation();
  const asks = paused !== 'kept' && paused !== 'editing';
  return (
    <div role="status" className={asks ? 'bg-need-bg px-3.5 py-2' : 'flex items-center gap-2 py-1 pr-1.5 pl-3.5'}>
      <p className={asks ? undefined : 'min-w-0 flex-1 truncate text-sm text-muted'}>
        {t(`queue.paused.${paused}`, { count })}
      </p>
      {asks ? (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <Button size="small" kind="primary" onClick={() => void report(engine.call.queue.resume({ sessionId }))}>
            {t('queue.resume')}
          </Button>
          <Button size="small" onClick={() => void report(engine.call.queue.pause({ sessionId, why: 'kept' }))}>
            {t('queue.keep')}
          </Button>
          <Button size="small" kind="danger" onClick={() => void report(engine.call.queue.clear({ sessionId }))}>
            {t('queue.clear')}
          </Button>
        </div>
      ) : (
        <Button size="small" kind="quiet" onClick={() => void report(engine.call.queue.resume({ sessionId }))}>
          {t('queue.resume')}
        </Button>
      )}
    </div>
  );
}
