import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton';
import { TextField } from '../../ui/TextField';

const cross = <X aria-hidden="true" className="size-3.5" strokeWidth={1.7} />;

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
  pair: { name: string; value: string };
  error: string | null;
  onChange: (pair: { name: string; value: string }) => void;
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
        value={pair.value}
        onChange={(value) => onChange({ ...pair, value })}
        className="flex-1"
      />
      <IconButton label={t('agents.removeEnv', { number })} className="mt-0.5" onClick={onRemove}>
        {cross}
      </IconButton>
    </div>
  );
}
