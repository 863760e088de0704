import type { SessionSummary } from '@shared/session/summary';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { Pill, type Tone } from '../../ui/Pill';
import { Spinner } from '../../ui/Spinner';
import { Dot } from '../../ui/StatusMark';
import { statusWord, type StatusWord } from './statusWord';

const tones: Record<StatusWord, Tone> = {
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
  needsSignIn: 'need',
  notConnected: 'stop',
};

/** Where there is no room for it beside the title, only what somebody should know of is seen. */
const isQuiet = (word: StatusWord): boolean => word === 'idle' || word === 'done';

/** The session's status in one word, finer than its row's: it also tells of a stop under way and of an agent that refuses. */
export function StatusPill({ session }: { session: SessionSummary }) {
  const { t } = useTranslation();
  const word = useSession(session.sessionId, (state) => statusWord(state, session.status)) ?? session.status;
  return (
    <Pill tone={tones[word]} className={isQuiet(word) ? 'narrow:sr-only' : undefined}>
      {word === 'working' || word === 'starting' ? (
        <Spinner className="size-[9px]" />
      ) : (
        <Dot className={word === 'idle' ? '!size-1.5 opacity-60' : '!size-1.5'} />
      )}
      {t(`status.${word}`)}
    </Pill>
  );
}
