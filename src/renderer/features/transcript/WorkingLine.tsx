import { isTurnOpen, turnStatus } from '@shared/session/state';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../stores/clock';
import { useSession } from '../../stores/replicas';
import { Spinner } from '../../ui/Spinner';
import { durationText } from './duration';
import { useTranscriptPlace } from './transcriptContext';

/**
 * Below the last row while the turn is open: that it works, and for how long. Silent to screen readers. Not drawn again
 * with the rows that stream above it: its time changes once a second.
 */
export const WorkingLine = memo(function WorkingLine() {
  const { sessionId } = useTranscriptPlace();
  const startedAt = useSession(sessionId, ({ turn }) => (isTurnOpen(turn) ? turn.startedAt : null));
  const status = useSession(sessionId, turnStatus);
  if (startedAt === null || startedAt === undefined) return null;
  if (status !== 'running' && status !== 'cancelling') return null;
  return <Working since={startedAt} stopping={status === 'cancelling'} />;
});

function Working({ since, stopping }: { since: number; stopping: boolean }) {
  const { t } = useTranslation();
  const time = useClock((now) => durationText(t, now - since));
  return (
    <div aria-hidden="true" className="transcript-working">
      <Spinner className="size-[11px] text-work" />
      <span className="tabular-nums">{stopping ? t('transcript.stopping') : t('transcript.working', { time })}</span>
    </div>
  );
}
