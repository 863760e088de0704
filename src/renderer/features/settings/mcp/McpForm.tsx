import type { AppError } from '@shared/errors';
import type { McpServerConfig } from '@shared/mcpServer';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/useErrorText';
import { engine } from '../../../ipc/engine';
import { useApp } from '../../../stores/app';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Select } from '../../../ui/Select';
import { TextField } from '../../../ui/TextField';
import { ArgRow, EnvRow } from '../AgentFormRows';
import { SecretsHint } from '../../../ui/SecretsHint';
import { checkMcpDraft, type McpDraft, type McpField } from './mcpDraft';
import { McpAgents } from './McpAgents';

export interface McpFormProps {
  initial: McpDraft;
  others: readonly McpServerConfig[];
  onClose: () => void;
}

const add = <Plus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;
const kinds = ['stdio', 'http', 'sse'] as const;

export function McpForm({ initial, others, onClose }: McpFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [draft, setDraft] = useState(initial);
  /** Faults are told from the first attempt on, and then as one writes. */
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AppError | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [acceptPlain, setAcceptPlain] = useState(initial.pairs.some(({ place }) => place === 'plain'));
  const keychain = useApp(({ app }) => app?.keychain ?? false);
  const { config, faults } = checkMcpDraft(draft, others);
  const faultOf = (field: McpField) => {
    const fault = told ? faults[field] : undefined;
    return fault === undefined ? null : t(`mcp.${fault}`);
  };
  const change = (part: Partial<McpDraft>) => setDraft((now) => ({ ...now, ...part }));
  const leave = () => (JSON.stringify(draft) === JSON.stringify(initial) ? onClose() : setLeaving(true));
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
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
    >
      <form
        noValidate
        aria-label={initial.id === '' ? t('mcp.add') : t('mcp.editName', { name: initial.name })}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="flex flex-col gap-4 rounded-lg border border-line-strong bg-surface p-4"
      >
        <div className="grid grid-cols-2 items-start gap-3">
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
            <fieldset className="flex flex-col gap-1.5">
              <legend className="mb-1 text-sm font-[560] text-muted">{t('agents.args')}</legend>
              {draft.args.map((arg, index) => (
                <ArgRow
                  key={index}
                  number={index + 1}
                  value={arg}
                  onChange={(next) => change({ args: draft.args.with(index, next) })}
                  onRemove={() => change({ args: draft.args.toSpliced(index, 1) })}
                />
              ))}
              <Button
                kind="quiet"
                size="small"
                icon={add}
                className="self-start"
                onClick={() => change({ args: [...draft.args, ''] })}
              >
                {t('agents.addArg')}
              </Button>
            </fieldset>
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
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 text-sm font-[560] text-muted">{isStdio ? t('agents.env') : t('mcp.headers')}</legend>
          {draft.pairs.map((pair, index) => (
            <EnvRow
              key={index}
              number={index + 1}
              pair={pair}
              error={faultOf(`pair.${index}`)}
              onChange={(next) => change({ pairs: draft.pairs.with(index, next) })}
              onRemove={() => change({ pairs: draft.pairs.toSpliced(index, 1) })}
            />
          ))}
          <Button
            kind="quiet"
            size="small"
            icon={add}
            className="self-start"
            onClick={() => change({ pairs: [...draft.pairs, { name: '', value: '', secret: false }] })}
          >
            {isStdio ? t('agents.addEnv') : t('mcp.addHeader')}
          </Button>
          {draft.pairs.some(({ secret }) => secret) ? (
            <SecretsHint keychain={keychain} acceptPlain={acceptPlain} onAccept={setAcceptPlain} />
          ) : null}
        </fieldset>
        <McpAgents agents={draft.agents} error={faultOf('agents')} onChange={(agents) => change({ agents })} />
        {refused === null ? null : (
          <p role="alert" className="text-stop selectable">
            {errorText(refused)}
          </p>
        )}
        <div className="flex items-center gap-2">
          <Button kind="primary" type="submit" disabled={busy}>
            {t('common.save')}
          </Button>
          <span className="flex-1" />
          <Button kind="quiet" onClick={leave}>
            {t('common.cancel')}
          </Button>
        </div>
        <ConfirmDialog
          open={leaving}
          title={t('agents.unsaved')}
          text={t('agents.unsavedText')}
          action={t('agents.discard')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      </form>
    </div>
  );
}
