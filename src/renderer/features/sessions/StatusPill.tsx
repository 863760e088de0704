import type { SessionSummary } from '@shared/session/summary';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { Pill, type Tone } from '../../ui/Pill';
import { Spinner } from '../../ui/Spinner';
import { Dot } from '../../ui/StatusMark';

type Word = SessionSummary['status'] | 'cancelling' | 'waiting' | 'starting' | 'unresponsive' | 'lost';

const tones: Record<Word, Tone> = {
  working: 'work',
  needsYou: 'need',
  done: 'go',
  failed: 'stop',
  interrupted: 'stop',
  idle: 'quiet',
  cancelling: 'need',
  waiting: 'need',
  starting: 'work',
  // It may be at work on something long: a question to the person, no fault.
  unresponsive: 'need',
  lost: 'stop',
};

/** The session's status in one word, finer than its row's: it also tells of a stop under way and of a silent agent. */
export function StatusPill({ session }: { session: SessionSummary }) {
  const { t } = useTranslation();
  const finer = useSession(session.sessionId, (state): Word | null => {
    if (state.turn.status === 'cancelling') return 'cancelling';
    if (state.connection.status === 'unresponsive') return 'unresponsive';
    const { status } = state.connection;
    if (state.requests.length === 0 && (status === 'starting' || status === 'waiting')) return status;
    return state.atAgent === 'lost' ? 'lost' : null;
  });
  const word = finer ?? session.status;
  return (
    <Pill tone={tones[word]}>
      {word === 'working' || word === 'starting' ? (
        <Spinner className="size-[9px]" />
      ) : (
        <Dot className={word === 'idle' ? '!size-1.5 opacity-60' : '!size-1.5'} />
      )}
      {t(`status.${word}`)}
    </Pill>
  );
}
