import { Lock, LockOpen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton';
import { TextField } from '../../ui/TextField';
import type { EnvPair } from './agentDraft';

const cross = <X aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

const closedLock = <Lock aria-hidden="true" className="size-3.5 text-text" strokeWidth={1.7} />;
const openLock = <LockOpen aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

export interface ArgRowProps {
  number: number;
  value: string;
  onChange: (value: string) => void;
  onRemove: () => void;
}

export function ArgRow({ number, value, onChange, onRemove }: ArgRowProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-1.5">
      <TextField
        hideLabel
        mono
        label={t('agents.arg', { number })}
        value={value}
        onChange={onChange}
        className="flex-1"
      />
      <IconButton label={t('agents.removeArg', { number })} onClick={onRemove}>
        {cross}
      </IconButton>
    </div>
  );
}

export interface EnvRowProps {
  number: number;
  pair: EnvPair;
  error: string | null;
  onChange: (pair: EnvPair) => void;
  onRemove: () => void;
}

export function EnvRow({ number, pair, error, onChange, onRemove }: EnvRowProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-1.5">
      <TextField
        hideLabel
        mono
        label={t('agents.envName', { number })}
        placeholder="NAME"
        error={error}
        value={pair.name}
        onChange={(name) => onChange({ ...pair, name })}
        className="w-56"
      />
      <TextField
        hideLabel
        mono
        label={t('agents.envValue', { number })}
        type={pair.secret ? 'password' : 'text'}
        placeholder={pair.secret && pair.place !== undefined ? t(`agents.secretPlace.${pair.place}`) : undefined}
        value={pair.value}
        onChange={(value) => onChange({ ...pair, value })}
        className="flex-1"
      />
      <IconButton
        label={t('agents.secret', { number })}
        aria-pressed={pair.secret}
        className="mt-0.5"
        onClick={() => onChange({ ...pair, secret: !pair.secret })}
      >
        {pair.secret ? closedLock : openLock}
      </IconButton>
      <IconButton label={t('agents.removeEnv', { number })} className="mt-0.5" onClick={onRemove}>
        {cross}
      </IconButton>
    </div>
  );
}
