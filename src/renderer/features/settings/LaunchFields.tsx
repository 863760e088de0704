import { launchArgs, type LaunchSupport } from '@shared/launch';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Switch } from '../../ui/Switch';
import { TextField } from '../../ui/TextField';
import { type AgentDraft, type DraftField, type EnvPair, type LaunchDraft, launchOf } from './agentDraft';
import { RemovableRow } from './AgentFormRows';
import { ArgSecretHint } from './ArgSecretHint';
import { withSecret } from './argSecrets';
import { argvOf, lineOf } from './argvText';

export interface LaunchFieldsProps {
  support: LaunchSupport;
  draft: AgentDraft;
  faultOf: (field: DraftField) => string | null;
  onChange: (part: Partial<AgentDraft>) => void;
}

/** The row of the environment that holds the key: shown as a field of its own, since nobody should need its name. */
export const isKeyRow = (pair: EnvPair, support: LaunchSupport | null): boolean =>
  pair.secret && pair.name === support?.apiKeyVariable;

/** What stands before the program's own subcommand, and what is started in the end. */
export function LaunchFields({ support, draft, faultOf, onChange }: LaunchFieldsProps) {
  const { t } = useTranslation();
  const tls = useId();
  const { launch } = draft;
  const change = (part: Partial<LaunchDraft>) => onChange({ launch: { ...launch, ...part } });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-md font-[600]">{t('agents.launch')}</legend>
      <KeyField support={support} draft={draft} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3 narrow:grid-cols-1">
        <TextField
          label={t('agents.endpoint')}
          hint={t('agents.endpointHint', { option: support.endpoint })}
          error={faultOf('endpoint')}
          value={launch.endpoint}
          mono
          onChange={(endpoint) => change({ endpoint })}
        />
        <TextField
          label={t('agents.worktree')}
          hint={t('agents.worktreeHint', { option: support.worktree })}
          error={faultOf('worktree')}
          value={launch.worktree}
          mono
          onChange={(worktree) => change({ worktree })}
        />
      </div>
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span id={tls} className="text-sm font-[560] text-muted">
            {t('agents.insecureTls')}
          </span>
          <span className="block text-sm text-faint">
            {t('agents.insecureTlsHint', { option: support.insecureTls })}
          </span>
        </span>
        <Switch labelledBy={tls} checked={launch.insecureTls} onChange={(insecureTls) => change({ insecureTls })} />
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-[560] text-muted">{t('agents.addDirs')}</span>
        {launch.addDirs.map((folder, index) => (
          <RemovableRow
            key={index}
            label={t('agents.addDir', { number: index + 1 })}
            removeLabel={t('agents.removeAddDir', { number: index + 1 })}
            value={folder}
            onChange={(next) => change({ addDirs: launch.addDirs.with(index, next) })}
            onRemove={() => change({ addDirs: launch.addDirs.toSpliced(index, 1) })}
          />
        ))}
        <Button
          kind="quiet"
          size="small"
          icon={<Plus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
          className="self-start"
          onClick={() => change({ addDirs: [...launch.addDirs, ''] })}
        >
          {t('agents.addAddDir')}
        </Button>
      </div>
      <TextField
        label={t('agents.extraArgs')}
        hint={t('agents.extraArgsHint')}
        value={launch.extra}
        mono
        onChange={(extra) => change({ extra })}
      />
      <ArgSecretHint
        args={argvOf(launch.extra)}
        variable={support.apiKeyVariable}
        onMove={({ start, count, value }) =>
          onChange({
            launch: { ...launch, extra: lineOf(argvOf(launch.extra).toSpliced(start, count)) },
            env: withSecret(draft.env, value, support),
          })
        }
      />
      <Preview draft={draft} />
    </fieldset>
  );
}

function KeyField({ support, draft, onChange }: Omit<LaunchFieldsProps, 'faultOf'>) {
  const { t } = useTranslation();
  const at = draft.env.findIndex((pair) => isKeyRow(pair, support));
  const row = draft.env[at];
  const placeholder = row?.place === undefined ? undefined : t(`agents.secretPlace.${row.place}`);
  const set = (value: string) => {
    if (row !== undefined) return onChange({ env: draft.env.with(at, { ...row, value }) });
    onChange({ env: [...draft.env, { name: support.apiKeyVariable, value, secret: true }] });
  };
  return (
    <div className="flex items-start gap-2">
      <TextField
        type="password"
        label={t('agents.apiKey')}
        hint={t('agents.apiKeyHint', { name: support.apiKeyVariable })}
        placeholder={placeholder}
        value={row?.value ?? ''}
        mono
        onChange={set}
        className="flex-1"
      />
      {row === undefined ? null : (
        <Button
          kind="quiet"
          size="small"
          // Beside the field, which stands below its label.
          className="mt-[23px]"
          onClick={() => onChange({ env: draft.env.toSpliced(at, 1) })}
        >
          {t('agents.removeKey')}
        </Button>
      )}
    </div>
  );
}

function Preview({ draft }: { draft: AgentDraft }) {
  const { t } = useTranslation();
  const argv = [draft.command.trim(), ...launchArgs({ ...draft, launch: launchOf(draft) })];
  return (
    <div className="flex flex-col gap-1">
      <span id="launch-preview" className="text-sm font-[560] text-muted">
        {t('agents.launchPreview')}
      </span>
      <output
        aria-labelledby="launch-preview"
        className="block rounded-md border border-line bg-hover px-2.5 py-1.5 font-mono text-xs break-all whitespace-pre-wrap selectable"
      >
        {lineOf(argv)}
      </output>
    </div>
  );
}
