import type { McpServerView } from '@shared/ipc/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { agentName, useAgents } from '../../../stores/agents';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Tag } from '../../../ui/Pill';
import { Switch } from '../../../ui/Switch';
import { lineOf } from '../argvText';

/** One server: what it is, whether its program and its secrets are there, and who gets it. */
export function McpCard({ server, onEdit }: { server: McpServerView; onEdit: () => void }) {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const [removing, setRemoving] = useState(false);
  const { config, secrets, executable } = server;
  const missing = Object.entries(secrets).flatMap(([name, place]) => (place === 'missing' ? [name] : []));
  const given =
    config.agents === null
      ? t('mcp.allAgents')
      : t('mcp.someAgents', { names: config.agents.map((id) => agentName(t, agents, id)).join(', ') });
  const turn = (enabled: boolean) =>
    void report(engine.call.mcpServers.save({ server: { ...config, enabled }, acceptPlain: false }));
  return (
    <section aria-label={config.name} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="truncate font-[560]">{config.name}</h3>
        <Tag>{t(`mcp.kinds.${config.kind}`)}</Tag>
        <span className="flex-1" />
        <Switch label={t('mcp.enabledName', { name: config.name })} checked={config.enabled} onChange={turn} />
        <Button size="small" aria-label={t('mcp.editName', { name: config.name })} onClick={onEdit}>
          {t('agents.edit')}
        </Button>
        <Button
          size="small"
          kind="quiet"
          aria-label={t('mcp.removeName', { name: config.name })}
          onClick={() => setRemoving(true)}
        >
          {t('common.remove')}
        </Button>
      </div>
      <div className="mt-0.5 flex flex-col gap-0.5 text-sm text-muted selectable">
        <code className="font-mono text-xs break-all">
          {config.kind === 'stdio' ? lineOf([config.command, ...config.args]) : config.url}
        </code>
        {config.kind !== 'stdio' ? null : executable === null ? (
          <span className="text-stop">{t('mcp.missing', { command: config.command })}</span>
        ) : (
          <span className="text-faint">{t('mcp.found', { path: executable })}</span>
        )}
        {missing.length === 0 ? null : (
          <span className="text-stop">{t('mcp.secretsMissing', { names: missing.join(', ') })}</span>
        )}
        <span className="text-faint">{config.enabled ? given : t('mcp.off')}</span>
      </div>
      <ConfirmDialog
        open={removing}
        title={t('agents.removeTitle', { name: config.name })}
        text={t('mcp.removeText')}
        action={t('common.remove')}
        onConfirm={() => void report(engine.call.mcpServers.remove({ id: config.id }))}
        onClose={() => setRemoving(false)}
      />
    </section>
  );
}
