import { AdapterId } from '@shared/settings';
import type { AgentView } from '@shared/ipc/views';
import { PackagePlus, Plus, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { report } from '../../stores/report';
import { openDialog } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { AgentCard } from './AgentCard';
import { draftOf, EMPTY_DRAFT } from './agentDraft';
import { AgentForm } from './AgentForm';
import { Connections } from './Connections';
import { EnvironmentSettings } from './EnvironmentSettings';
import { SettingGroup, SettingRow } from './SettingRow';

/** `openAgent`: the agent whose form is open at first ("Set up" on the first start leads here). */
export function AgentsSettings({ openAgent }: { openAgent: string | null }) {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const [editing, setEditing] = useState<string | null>(openAgent);
  const [adding, setAdding] = useState(false);
  const [detecting, setDetecting] = useState(false);
  // What is not known yet is asked behind everything else, while the page is looked at.
  useEffect(() => void report(engine.call.agents.refresh({})), []);
  const idsBut = (id: string | null) => agents.map((agent) => agent.config.id).filter((other) => other !== id);

  const detect = async () => {
    setDetecting(true);
    await report(engine.call.agents.detect({}));
    setDetecting(false);
  };

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="grow text-sm font-[560] text-muted">{t('settings.agents')}</h2>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={detecting}
            icon={<RefreshCw aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
            onClick={() => void detect()}
          >
            {detecting ? t('agents.detecting') : t('agents.detect')}
          </Button>
          <Button
            size="small"
            icon={<PackagePlus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
            onClick={() => openDialog({ kind: 'registry', entryId: null })}
          >
            {t('registry.open')}
          </Button>
          <Button
            size="small"
            kind="primary"
            disabled={adding}
            icon={<Plus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
            onClick={() => setAdding(true)}
          >
            {t('agents.add')}
          </Button>
        </div>
      </div>
      <div className="mb-7 flex flex-col gap-2">
        {adding ? (
          <AgentForm initial={EMPTY_DRAFT} isNew takenIds={idsBut(null)} onClose={() => setAdding(false)} />
        ) : null}
        {agents.map((agent: AgentView) =>
          editing === agent.config.id ? (
            <AgentForm
              key={agent.config.id}
              initial={draftOf(agent)}
              isNew={false}
              takenIds={idsBut(agent.config.id)}
              onClose={() => setEditing(null)}
            />
          ) : (
            <AgentCard key={agent.config.id} agent={agent} onEdit={() => setEditing(agent.config.id)} />
          ),
        )}
      </div>
      <EnvironmentSettings />
      <Removed />
      <Connections />
    </>
  );
}

/** Catalogue agents that were taken off the list, each with the way back. */
function Removed() {
  const { t } = useTranslation();
  const hidden = useApp((state) => state.app?.settings.hiddenAgents) ?? [];
  if (hidden.length === 0) return null;
  // An agent of the catalogue has the id of its adapter, whose name people know.
  const nameOfRemoved = (agentId: string) => {
    const adapter = AdapterId.safeParse(agentId);
    return adapter.success ? t(`agents.adapters.${adapter.data}`) : agentId;
  };
  return (
    <SettingGroup title={t('agents.removed')}>
      {hidden.map((agentId) => (
        <SettingRow key={agentId} id={`hidden-${agentId}`} label={nameOfRemoved(agentId)}>
          <Button size="small" onClick={() => void report(engine.call.agents.restore({ agentId }))}>
            {t('agents.restore')}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
