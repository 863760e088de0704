import type { AuthMethod } from '@shared/acp/methods';
import type { SessionId } from '@shared/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { Button } from '../../ui/Button';
import { LinkedText } from '../markdown/LinkedText';
import { KeyFields } from './KeyFields';
import { methodWords } from './methodWords';

export interface SignInWayProps {
  sessionId: SessionId;
  method: AuthMethod;
  agent: string;
  /** Keys may be written where there is no keychain. */
  acceptPlain: boolean;
}

/** One way to sign in, with what begins it. */
export function SignInWay({ sessionId, method, agent, acceptPlain }: SignInWayProps) {
  const { t } = useTranslation();
  const [beginning, setBeginning] = useState(false);
  const { name, text } = methodWords(t, method, agent);
  const action = method.type === 'terminal' ? t('signIn.openTerminal') : t('signIn.signIn');
  const begin = async () => {
    setBeginning(true);
    await report(engine.call.signIn.begin({ sessionId, methodId: method.id }));
    setBeginning(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="font-[560]">{name}</div>
        {text === '' ? null : (
          <p className="text-sm text-muted selectable">
            <LinkedText text={text} />
          </p>
        )}
      </div>
      {method.type === 'env_var' ? (
        <KeyFields sessionId={sessionId} method={method} acceptPlain={acceptPlain} />
      ) : (
        <Button disabled={beginning} aria-label={`${action}: ${name}`} onClick={() => void begin()}>
          {action}
        </Button>
      )}
    </li>
  );
}
