import { EyeOff, Lock, LockOpen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton';
import { cx } from '../../ui/cx';
import { TextField } from '../../ui/TextField';
import type { EnvPair } from './agentDraft';

const cross = <X aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

const closedLock = <Lock aria-hidden="true" className="size-3.5 text-text" strokeWidth={1.7} />;
const openLock = <LockOpen aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

const struck = <EyeOff aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

export interface RemovableRowProps {
  label: string;
  removeLabel: string;
  value: string;
  onChange: (value: string) => void;
  onRemove: () => void;
}

export function RemovableRow({ label, removeLabel, value, onChange, onRemove }: RemovableRowProps) {
  return (
    <div className="flex items-center gap-1.5">
      <TextField hideLabel mono label={label} value={value} onChange={onChange} className="flex-1" />
      <IconButton label={removeLabel} onClick={onRemove}>
        {cross}
      </IconButton>
    </div>
  );
}

export interface ArgRowProps {
  number: number;
  value: string;
  onChange: (value: string) => void;
  onRemove: () => void;
}

export function ArgRow({ number, ...row }: ArgRowProps) {
  const { t } = useTranslation();
  return <RemovableRow label={t('agents.arg', { number })} removeLabel={t('agents.removeArg', { number })} {...row} />;
}

export interface EnvRowProps {
  number: number;
  pair: EnvPair;
  error: string | null;
  onChange: (pair: EnvPair) => void;
  onRemove: () => void;
  /** An inherited variable can be taken away; a header is never inherited. */
  canUnset?: boolean;
}

export function EnvRow({ number, pair, error, onChange, onRemove, canUnset = false }: EnvRowProps) {
  const { t } = useTranslation();
  const isUnset = pair.unset === true;
  const told = isUnset
    ? t('agents.unsetValue')
    : pair.secret && pair.place !== undefined
      ? t(`agents.secretPlace.${pair.place}`)
      : undefined;
  return (
    // Where they would be too narrow beside each other, the name has a line of its own.
    <div className="flex flex-wrap items-start gap-x-1.5 gap-y-1">
      <TextField
        hideLabel
        mono
        label={t('agents.envName', { number })}
        placeholder="NAME"
        error={error}
        value={pair.name}
        onChange={(name) => onChange({ ...pair, name })}
        className="grow-2 basis-[160px]"
      />
      <div className="flex min-w-0 grow-3 basis-[240px] items-start gap-1.5">
        <TextField
          hideLabel
          mono
          label={t('agents.envValue', { number })}
          type={pair.secret ? 'password' : 'text'}
          placeholder={told}
          disabled={isUnset}
          value={isUnset ? '' : pair.value}
          onChange={(value) => onChange({ ...pair, value })}
          className="min-w-0 flex-1"
        />
        <IconButton
          label={t('agents.secret', { number })}
          aria-pressed={pair.secret}
          disabled={isUnset}
          className="mt-0.5"
          onClick={() => onChange({ ...pair, secret: !pair.secret })}
        >
          {pair.secret ? closedLock : openLock}
        </IconButton>
        {canUnset ? (
          <IconButton
            label={t('agents.unset', { number })}
            aria-pressed={isUnset}
            className={cx('mt-0.5', isUnset && 'text-text')}
            onClick={() => onChange({ ...pair, unset: !isUnset })}
          >
            {struck}
          </IconButton>
        ) : null}
        <IconButton label={t('agents.removeEnv', { number })} className="mt-0.5" onClick={onRemove}>
          {cross}
        </IconButton>
      </div>
    </div>
  );
}
