import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from './Checkbox';

export interface SecretsHintProps {
  keychain: boolean;
  acceptPlain: boolean;
  onAccept: (accept: boolean) => void;
}

/** Says where secrets go, and asks before one is written where others of this account could read it. */
export function SecretsHint({ keychain, acceptPlain, onAccept }: SecretsHintProps) {
  const { t } = useTranslation();
  const id = useId();
  if (keychain) return <p className="text-sm text-faint">{t('agents.secretsKeychain')}</p>;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-faint">{t('agents.secretsNoKeychain')}</p>
      <span className="flex items-center gap-2">
        <Checkbox checked={acceptPlain} onChange={onAccept} labelledBy={id} />
        <span id={id} className="text-sm">
          {t('agents.secretsAcceptPlain')}
        </span>
      </span>
    </div>
  );
}
