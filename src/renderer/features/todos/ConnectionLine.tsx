import { signInNeed } from '@shared/acp/signInNeed';
import type { SessionId } from '@shared/ids';
import type { ConnectionState } from '@shared/session/state';
import { useTranslation } from 'react-i18next';
import { howEnded } from '../../i18n/errorText';
import { useAgents } from '../../stores/agents';
import { useClock } from '../../stores/clock';
import { useSession } from '../../stores/replicas';
import { toneText, type Tone } from '../../ui/Pill';
import { cx } from '../../ui/cx';
import { Dot } from '../../ui/StatusMark';

const TONES: Record<ConnectionState['status'], Tone> = {
  none: 'quiet',
  waiting: 'need',
  starting: 'work',
  ready: 'go',
  unresponsive: 'need',
  exited: 'stop',
};

/** Whether the agent is there. While it starts: for how long already, and what it tells on stderr. */
export function ConnectionLine({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const connection = useSession(sessionId, (state) => state.connection);
  const asleep = useSession(sessionId, (state) => state.atAgent === 'detached') ?? false;
  const wantsSignIn = useSession(sessionId, (state) => signInNeed(state.attachError) !== null) ?? false;
  if (connection === undefined) return null;
  const isRefused = wantsSignIn && connection.status === 'ready';
  const told = isRefused
    ? t('todos.connection.wantsSignIn')
    : connection.status === 'none' && asleep
      ? t('todos.connection.asleep')
      : connection.status === 'exited'
        ? t('todos.connection.exited', { how: howEnded(t, connection.signal, connection.exitCode) })
        : t(`todos.connection.${connection.status}`);
  return (
    <div className="border-t border-line px-4 py-2.5 text-sm text-muted">
      <div className="flex items-center gap-2">
        <Dot className={cx('size-[7px] shrink-0', toneText[isRefused ? 'need' : TONES[connection.status]])} />
        {told}
        {connection.status === 'starting' ? <Elapsed connectionId={connection.connectionId} /> : null}
      </div>
      {connection.status === 'starting' ? <LastWords connectionId={connection.connectionId} /> : null}
      {'connectionId' in connection ? <Noisy connectionId={connection.connectionId} /> : null}
    </div>
  );
}

function Elapsed({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation();
  const startedAt = useAgents((state) => state.connections[connectionId]?.startedAt);
  const seconds = useClock((now) => (startedAt === undefined ? 0 : Math.floor((now - startedAt) / 1000)));
  if (seconds < 2) return null;
  const shown =
    seconds < 60
      ? t('todos.startingSeconds', { count: seconds })
      : t('todos.startingMinutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return (
    <>
      <span className="grow" />
      <span className="text-faint tabular-nums">{shown}</span>
    </>
  );
}

/** Nothing is lost by it, but whoever wonders about this agent should know. */
function Noisy({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation();
  const isNoisy = useAgents((state) => state.connections[connectionId]?.isNoisy ?? false);
  if (!isNoisy) return null;
  return (
    <div role="note" className="mt-1 text-xs text-need">
      {t('agents.noisy')}
    </div>
  );
}

function LastWords({ connectionId }: { connectionId: string }) {
  const line = useAgents((state) => state.connections[connectionId]?.lastWords ?? null);
  if (line === null) return null;
  return <div className="mt-1 line-clamp-3 font-mono text-xs break-all text-faint selectable">{line}</div>;
}
