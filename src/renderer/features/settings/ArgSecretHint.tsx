import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { type ArgSecret, argSecrets } from './argSecrets';

export interface ArgSecretHintProps {
  args: readonly string[];
  /** The variable that the key will be given as; null: the person names it. */
  variable: string | null;
  onMove: (secret: ArgSecret) => void;
}

/** Says that an argument looks like a key, and offers the place for keys. */
export function ArgSecretHint({ args, variable, onMove }: ArgSecretHintProps) {
  const { t } = useTranslation();
  const [secret] = argSecrets(args);
  return (
    <div role="status">
      {secret === undefined ? null : (
        <div className="flex items-start gap-2 rounded-md border border-need-line bg-need-bg px-2.5 py-2 text-sm">
          <KeyRound aria-hidden="true" className="mt-[3px] size-3.5 shrink-0 text-need" strokeWidth={1.7} />
          <p className="min-w-0 flex-1">
            {t('agents.argSecret', { option: args[secret.start]?.split('=')[0]?.slice(0, 24) ?? '' })}
            <span className="block">
              {variable === null ? t('agents.argSecretName') : t('agents.argSecretVariable', { name: variable })}
            </span>
          </p>
          <Button size="small" onClick={() => onMove(secret)}>
            {t('agents.argSecretMove')}
          </Button>
        </div>
      )}
    </div>
  );
}
