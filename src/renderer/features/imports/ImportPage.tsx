import type { AgentId } from '@shared/ids';
import type { ImportableSession } from '@shared/ipc/imports';
import { Download, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { openSession } from '../../stores/actions';
import { agentName, isFound, nameOf, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { useSessionList } from '../../stores/sessionList';
import { goBack, show, tell } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { Select } from '../../ui/Select';
import { TextField } from '../../ui/TextField';
import { Asked } from './Asked';
import { ImportRows } from './ImportRows';
import { importRows } from './importRows';
import { useImports } from './useImports';

/** Sessions that were begun elsewhere, of one agent: by project, with what can be done about each. */
export function ImportPage({ agentId }: { agentId: AgentId | null }) {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const usedLast = useApp((state) => state.app?.settings.defaultAgent ?? null);
  const found = agents.filter((agent) => isFound(agent) && agent.origin !== 'demo');
  const wanted = agentId ?? usedLast;
  const chosen = found.find(({ config }) => config.id === wanted)?.config.id ?? found[0]?.config.id ?? null;
  return (
    <>
      <PageHeader back={{ onBack: goBack }}>
        <h1 className="font-[600]">{t('imports.title')}</h1>
        <span className="min-w-0 flex-1 truncate text-sm text-faint narrow:hidden">{t('imports.text')}</span>
      </PageHeader>
      {chosen === null ? (
        <NoAgents />
      ) : (
        <AgentImports
          key={chosen}
          agentId={chosen}
          choices={found.map((agent) => ({ value: agent.config.id, label: nameOf(t, agent) }))}
        />
      )}
    </>
  );
}

function AgentImports({
  agentId,
  choices,
}: {
  agentId: AgentId;
  choices: readonly { value: string; label: string }[];
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const projects = useSessionList((state) => state.projects);
  const agent = useAgents((state) => agentName(t, state.agents, agentId));
  const { imports, add, again } = useImports(agentId);
  const [text, setText] = useState('');
  const rows = useMemo(
    () => (imports.status === 'listed' ? importRows(imports.list, projects, text) : []),
    [imports, projects, text],
  );

  const take = async (sessions: readonly ImportableSession[], open: boolean) => {
    const added = await add(sessions);
    if (added === undefined) return;
    const [sessionId] = added.sessionIds;
    const [error] = added.failed;
    if (error !== undefined) tell(t('imports.someFailed', { count: added.failed.length, reason: errorText(error) }));
    else if (open && sessionId !== undefined) openSession(sessionId);
    else tell(t('imports.imported', { count: added.sessionIds.length }));
  };

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-end gap-2 border-b border-line px-4 py-2.5">
        <Select
          label={t('imports.agent')}
          value={agentId}
          choices={choices}
          onChange={(next) => show({ view: 'import', agentId: next })}
        />
        <TextField
          hideLabel
          label={t('imports.filter')}
          placeholder={t('imports.filter')}
          value={text}
          onChange={setText}
          className="w-56 narrow:w-full"
        />
        <span className="flex-1" />
        <Button
          disabled={imports.status === 'looking'}
          icon={<RotateCw aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
          onClick={again}
        >
          {t('imports.again')}
        </Button>
      </div>
      <Asked imports={imports} agent={agent} rows={rows.length} text={text} />
      {imports.status === 'listed' && rows.length > 0 ? (
        <ImportRows
          rows={rows}
          agent={agent}
          folder={imports.list.folders[0] ?? ''}
          onTake={(sessions, open) => void take(sessions, open)}
        />
      ) : null}
    </>
  );
}

function NoAgents() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={Download}
      title={t('sidebar.agentsNone')}
      actions={
        <Button kind="primary" size="large" onClick={() => show({ view: 'settings', section: 'agents' })}>
          {t('imports.toAgents')}
        </Button>
      }
    >
      <p>{t('imports.noAgents')}</p>
    </EmptyState>
  );
}
