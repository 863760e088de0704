import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { useClock } from '../../stores/clock';
import { useReplica, useSession } from '../../stores/replicas';
import { Button } from '../../ui/Button';

/** An agent that died at its last starts is not started in a circle: when the next one comes, and a way not to wait. */
export function StartWait({ sessionId }: { sessionId: SessionId }) {
  const connection = useSession(sessionId, (state) => state.connection);
  if (connection?.status !== 'waiting') return null;
  return <Waiting sessionId={sessionId} until={connection.until} failures={connection.failures} />;
}

function Waiting({ sessionId, until, failures }: { sessionId: SessionId; until: number; failures: number }) {
  const { t } = useTranslation();
  const agentId = useReplica(sessionId, (replica) => replica.agentId) ?? '';
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const seconds = useClock((now) => Math.max(0, Math.ceil((until - now) / 1000)));
  return (
    <section
      aria-label={t('composer.startWaitTitle')}
      className="flex w-full max-w-[728px] items-center gap-3 rounded-lg border border-need-line bg-need-bg px-3.5 py-2"
    >
      <p className="min-w-0 flex-1">
        {t('composer.startFailed', { agent, count: failures })}
        <span className="block text-sm text-muted tabular-nums">{t('composer.startNext', { count: seconds })}</span>
      </p>
      <Button size="small" onClick={() => void engine.call.sessions.attach({ sessionId, now: true })}>
        {t('composer.startNow')}
      </Button>
    </section>
  );
}
