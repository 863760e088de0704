import type { AgentProbe } from '@shared/ipc/views';
import type { AppError, Result } from '@shared/errors';
import { launchSupport } from '@shared/launch';
import { AdapterId } from '@shared/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { Button } from '../../ui/Button';
import { Select } from '../../ui/Select';
import { TextField } from '../../ui/TextField';
import { type AgentDraft, checkDraft, type DraftField, idOf } from './agentDraft';
import { ArgSecretHint } from './ArgSecretHint';
import { withSecret } from './argSecrets';
import { DraftForm } from './DraftForm';
import { isKeyRow, LaunchFields } from './LaunchFields';
import { SecretsHint } from '../../ui/SecretsHint';
import { ProbeResult } from './ProbeResult';
import { ArgFields, PairFields } from './RowFields';
import { useApp } from '../../stores/app';

export interface AgentFormProps {
  initial: AgentDraft;
  /** A new agent chooses its id; one that is there keeps it, since sessions know it by that. */
  isNew: boolean;
  takenIds: readonly string[];
  onClose: () => void;
}

const adapters = AdapterId.options.filter((adapter) => adapter !== 'demo');

export function AgentForm({ initial, isNew, takenIds, onClose }: AgentFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(initial);
  const [ownId, setOwnId] = useState(!isNew);
  /** Faults are told from the first attempt on, and then as one writes. */
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState<'save' | 'test' | null>(null);
  const [probe, setProbe] = useState<Result<AgentProbe> | null>(null);
  const [refused, setRefused] = useState<AppError | null>(null);
  const [acceptPlain, setAcceptPlain] = useState(initial.env.some(({ place }) => place === 'plain'));
  const keychain = useApp(({ app }) => app?.keychain ?? false);
  const hasSecrets = draft.env.some(({ secret }) => secret);
  const support = launchSupport(draft.adapter);
  const { config, faults } = checkDraft(draft, takenIds);
  const faultOf = (field: DraftField) => {
    const fault = told ? faults[field] : undefined;
    return fault === undefined ? null : t(`agents.${fault}`);
  };
  const change = (part: Partial<AgentDraft>) => {
    setProbe(null);
    setDraft((now) => ({ ...now, ...part }));
  };

  const save = async () => {
    setTold(true);
    if (config === null) return;
    setBusy('save');
    const saved = await engine.call.agents.save({ agent: config, acceptPlain });
    setBusy(null);
    if (saved.ok) onClose();
    else setRefused(saved.error);
  };
  const test = async () => {
    setTold(true);
    if (config === null) return;
    setBusy('test');
    setProbe(null);
    setProbe(await engine.call.agents.test({ agent: config }));
    setBusy(null);
  };

  return (
    <DraftForm
      label={isNew ? t('agents.add') : t('agents.editName', { name: initial.name })}
      changed={JSON.stringify(draft) !== JSON.stringify(initial)}
      busy={busy !== null}
      refused={refused}
      onSave={save}
      onClose={onClose}
      actions={
        <Button disabled={busy !== null} onClick={() => void test()}>
          {busy === 'test' ? t('agents.testing') : t('agents.test')}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3 narrow:grid-cols-1">
        <TextField
          label={t('agents.name')}
          hint={t('agents.nameHint')}
          error={faultOf('name')}
          value={draft.name}
          onChange={(name) => change(ownId ? { name } : { name, id: idOf(name) })}
        />
        <TextField
          label={t('agents.id')}
          hint={t('agents.idHint')}
          error={faultOf('id')}
          value={draft.id}
          mono
          readOnly={!isNew}
          onChange={(id) => {
            setOwnId(true);
            change({ id });
          }}
        />
      </div>
      <TextField
        label={t('agents.command')}
        hint={t('agents.commandHint')}
        error={faultOf('command')}
        value={draft.command}
        mono
        onChange={(command) => change({ command })}
      />
      <ArgFields args={draft.args} onChange={(args) => change({ args })}>
        <ArgSecretHint
          args={draft.args}
          variable={support?.apiKeyVariable ?? null}
          onMove={({ start, count, value }) =>
            change({ args: draft.args.toSpliced(start, count), env: withSecret(draft.env, value, support) })
          }
        />
      </ArgFields>
      {support === null ? null : <LaunchFields support={support} draft={draft} faultOf={faultOf} onChange={change} />}
      <PairFields
        canUnset
        legend={t('agents.env')}
        add={t('agents.addEnv')}
        pairs={draft.env}
        isElsewhere={(pair) => isKeyRow(pair, support)}
        faultOf={(index) => faultOf(`env.${index}`)}
        onChange={(env) => change({ env })}
      >
        {hasSecrets ? <SecretsHint keychain={keychain} acceptPlain={acceptPlain} onAccept={setAcceptPlain} /> : null}
      </PairFields>
      <div className="flex items-end gap-3">
        <div className="flex flex-col gap-1">
          <span id="agent-adapter" className="text-sm font-[560] text-muted">
            {t('agents.adapter')}
          </span>
          <Select
            label={t('agents.adapter')}
            labelledBy="agent-adapter"
            value={draft.adapter}
            choices={adapters.map((adapter) => ({ value: adapter, label: t(`agents.adapters.${adapter}`) }))}
            onChange={(adapter) => change({ adapter: AdapterId.parse(adapter) })}
          />
        </div>
        <span className="pb-1.5 text-sm text-faint">{t('agents.adapterHint')}</span>
      </div>
      {probe === null ? null : <ProbeResult result={probe} />}
    </DraftForm>
  );
}
