import type { AppError } from '@shared/errors';
import type { McpServerConfig } from '@shared/mcpServer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { useApp } from '../../../stores/app';
import { Select } from '../../../ui/Select';
import { TextField } from '../../../ui/TextField';
import { DraftForm } from '../DraftForm';
import { ArgFields, PairFields } from '../RowFields';
import { SecretsHint } from '../../../ui/SecretsHint';
import { checkMcpDraft, type McpDraft, type McpField } from './mcpDraft';
import { McpAgents } from './McpAgents';

export interface McpFormProps {
  initial: McpDraft;
  others: readonly McpServerConfig[];
  onClose: () => void;
}

const kinds = ['stdio', 'http', 'sse'] as const;

export function McpForm({ initial, others, onClose }: McpFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(initial);
  /** Faults are told from the first attempt on, and then as one writes. */
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AppError | null>(null);
  const [acceptPlain, setAcceptPlain] = useState(initial.pairs.some(({ place }) => place === 'plain'));
  const keychain = useApp(({ app }) => app?.keychain ?? false);
  const { config, faults } = checkMcpDraft(draft, others);
  const faultOf = (field: McpField) => {
    const fault = told ? faults[field] : undefined;
    return fault === undefined ? null : t(`mcp.${fault}`);
  };
  const change = (part: Partial<McpDraft>) => setDraft((now) => ({ ...now, ...part }));
  const save = async () => {
    setTold(true);
    if (config === null) return;
    setBusy(true);
    const saved = await engine.call.mcpServers.save({ server: config, acceptPlain });
    setBusy(false);
    if (saved.ok) onClose();
    else setRefused(saved.error);
  };
  const isStdio = draft.kind === 'stdio';
  return (
    <DraftForm
      label={initial.id === '' ? t('mcp.add') : t('mcp.editName', { name: initial.name })}
      changed={JSON.stringify(draft) !== JSON.stringify(initial)}
      busy={busy}
      refused={refused}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-start gap-3 narrow:grid-cols-1">
        <TextField
          label={t('agents.name')}
          hint={t('mcp.nameHint')}
          error={faultOf('name')}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <div className="flex flex-col gap-1">
          <span id="mcp-kind" className="text-sm font-[560] text-muted">
            {t('mcp.kind')}
          </span>
          <Select
            label={t('mcp.kind')}
            labelledBy="mcp-kind"
            value={draft.kind}
            choices={kinds.map((kind) => ({ value: kind, label: t(`mcp.kindLong.${kind}`) }))}
            onChange={(next) => change({ kind: kinds.find((kind) => kind === next) ?? 'stdio' })}
          />
          <span className="text-sm text-pretty text-faint">{t(`mcp.kindHint.${draft.kind}`)}</span>
        </div>
      </div>
      {isStdio ? (
        <>
          <TextField
            label={t('agents.command')}
            hint={t('agents.commandHint')}
            error={faultOf('command')}
            value={draft.command}
            mono
            onChange={(command) => change({ command })}
          />
          <ArgFields args={draft.args} onChange={(args) => change({ args })} />
        </>
      ) : (
        <TextField
          label={t('mcp.url')}
          error={faultOf('url')}
          value={draft.url}
          mono
          onChange={(url) => change({ url })}
        />
      )}
      <PairFields
        legend={isStdio ? t('agents.env') : t('mcp.headers')}
        add={isStdio ? t('agents.addEnv') : t('mcp.addHeader')}
        pairs={draft.pairs}
        faultOf={(index) => faultOf(`pair.${index}`)}
        onChange={(pairs) => change({ pairs })}
      >
        {draft.pairs.some(({ secret }) => secret) ? (
          <SecretsHint keychain={keychain} acceptPlain={acceptPlain} onAccept={setAcceptPlain} />
        ) : null}
      </PairFields>
      <McpAgents agents={draft.agents} error={faultOf('agents')} onChange={(agents) => change({ agents })} />
    </DraftForm>
  );
}
