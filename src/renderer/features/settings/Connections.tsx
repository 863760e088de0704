import type { ConnectionView } from '@shared/ipc/views';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { agentName, useAgents } from '../../stores/agents';
import { report } from '../../stores/report';
import { show } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { SettingGroup, SettingRow } from './SettingRow';

/** The agent processes that run now, and what ran last where its frames can still be read. */
export function Connections() {
  const { t } = useTranslation();
  const byId = useAgents((state) => state.connections);
  const connections = useMemo(() => Object.values(byId).sort((a, b) => b.startedAt - a.startedAt), [byId]);
  return (
    <SettingGroup title={t('agents.connections')}>
      {connections.length === 0 ? (
        <p className="py-3 text-muted">{t('agents.noConnections')}</p>
      ) : (
        connections.map((connection) => <ConnectionRow key={connection.connectionId} connection={connection} />)
      )}
    </SettingGroup>
  );
}

function ConnectionRow({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation();
  const name = useAgents((state) => agentName(t, state.agents, connection.agentId));
  const { connectionId, pid, status, cwd, sessionIds, isNoisy } = connection;
  const facts = [
    t(`agents.connectionStatus.${status}`),
    pid === null ? null : t('agents.pid', { pid }),
    t('agents.sessionCount', { count: sessionIds.length }),
    cwd,
    isNoisy ? t('agents.noisy') : null,
  ];
  return (
    <SettingRow id={`connection-${connectionId}`} label={name} hint={facts.filter(Boolean).join(' · ')}>
      <div className="flex gap-2">
        <Button size="small" onClick={() => show({ view: 'inspector', connectionId })}>
          {t('agents.inspect')}
        </Button>
        {status === 'exited' ? null : (
          <Button
            size="small"
            kind="danger"
            disabled={status === 'stopping'}
            onClick={() => void report(engine.call.agents.stopConnection({ connectionId }))}
          >
            {t('agents.stop')}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}
