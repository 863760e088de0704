import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentProbe, AgentView } from '@shared/ipc/views';
import type { Result } from '@shared/errors';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { nameOf, signOutName, stateLooks } from '../../stores/agents';
import { report } from '../../stores/report';
import { openDialog } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import { Pill, Tag } from '../../ui/Pill';
import { StatusMark } from '../../ui/StatusMark';
import { AgentFacts } from './AgentFacts';
import { ProbeResult } from './ProbeResult';

const originTag = {
  catalog: 'agents.originCatalog',
  custom: 'agents.originCustom',
  demo: 'agents.originDemo',
} as const;

export function AgentCard({ agent, onEdit }: { agent: AgentView; onEdit: () => void }) {
  const { t } = useTranslation();
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<Result<AgentProbe> | null>(null);
  const [removing, setRemoving] = useState(false);
  const { config, origin } = agent;
  const name = nameOf(t, agent);
  const state = agentStateOf(agent);
  const test = async () => {
    setTesting(true);
    setResult(null);
    setResult(await engine.call.agents.test({ agent: config }));
    setTesting(false);
  };
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusMark mark={stateLooks[state].mark} />
        <h3 className="font-[560]">{name}</h3>
        <Tag>{t(originTag[origin])}</Tag>
        {config.registry === undefined ? null : <Tag>{t('registry.origin', { version: config.registry.version })}</Tag>}
        {agent.changed && config.registry === undefined ? <Tag>{t('agents.changed')}</Tag> : null}
        <div className="ml-auto flex items-center gap-2 narrow:mr-auto narrow:ml-6 narrow:flex-wrap">
          <Pill tone={stateLooks[state].tone}>{t(`agents.state.${state}`)}</Pill>
          <Button size="small" disabled={testing} onClick={() => void test()}>
            {testing ? t('agents.testing') : t('agents.check')}
          </Button>
          {origin === 'demo' ? null : (
            <>
              <Button size="small" aria-label={t('agents.editName', { name })} onClick={onEdit}>
                {t('agents.edit')}
              </Button>
              <Menu
                align="end"
                trigger={
                  <IconButton label={`${t('common.more')}, ${name}`}>
                    <Ellipsis aria-hidden="true" className="size-3.5" strokeWidth={1.7} />
                  </IconButton>
                }
              >
                {agent.changed ? (
                  <MenuItem onSelect={() => void report(engine.call.agents.restore({ agentId: config.id }))}>
                    {t('agents.restore')}
                  </MenuItem>
                ) : null}
                {signOutName([agent], config.id) === undefined ? null : (
                  <MenuItem onSelect={() => openDialog({ kind: 'signOut', agentId: config.id })}>
                    {t('signIn.signOut', { agent: name })}
                  </MenuItem>
                )}
                <MenuItem danger onSelect={() => setRemoving(true)}>
                  {t('common.remove')}
                </MenuItem>
              </Menu>
            </>
          )}
        </div>
      </div>
      <div className="mt-0.5 ml-6 flex flex-col gap-0.5 text-sm text-muted selectable">
        <AgentFacts agent={agent} faultTold={result?.ok === false} />
      </div>
      {result === null ? null : (
        <div className="mt-2 ml-6">
          <ProbeResult told result={result} />
        </div>
      )}
      <ConfirmDialog
        open={removing}
        title={t('agents.removeTitle', { name })}
        text={origin === 'custom' ? t('agents.removeCustomText') : t('agents.removeCatalogText')}
        action={t('common.remove')}
        onConfirm={() => void report(engine.call.agents.remove({ agentId: config.id }))}
        onClose={() => setRemoving(false)}
      />
    </section>
  );
}
