import type { AuthMethod } from '@shared/acp/methods';
import type { SessionId } from '@shared/ids';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/TextField';
import { ExternalLink } from '../markdown/ExternalLink';

export interface KeyFieldsProps {
  sessionId: SessionId;
  method: AuthMethod;
  /** They may be written where there is no keychain. */
  acceptPlain: boolean;
}

/** A field for each variable that the agent wants in its environment. They are sent once and never come back to the page. */
export function KeyFields({ sessionId, method, acceptPlain }: KeyFieldsProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const vars = method.vars ?? [];
  const isComplete =
    vars.some(({ name }) => (values[name] ?? '') !== '') &&
    vars.every(({ name, optional }) => optional || (values[name] ?? '') !== '');

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || saving) return;
    setSaving(true);
    await report(engine.call.signIn.giveKeys({ sessionId, methodId: method.id, values, acceptPlain }));
    setSaving(false);
  };

  return (
    <form onSubmit={(event) => void save(event)} className="flex basis-full flex-col gap-1.5">
      <div className="flex flex-wrap items-end gap-2">
        {vars.map(({ name, label, secret, optional }) => (
          <TextField
            key={name}
            className="flex-1 basis-60"
            type={secret ? 'password' : 'text'}
            mono
            label={optional ? t('signIn.optional', { name: label ?? name }) : (label ?? name)}
            value={values[name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Button type="submit" disabled={!isComplete || saving}>
          {t('signIn.useKey', { count: vars.length })}
        </Button>
      </div>
      {method.link === undefined ? null : (
        <span className="text-sm underline decoration-line-strong underline-offset-2">
          <ExternalLink url={method.link}>{t('signIn.getKey')}</ExternalLink>
        </span>
      )}
    </form>
  );
}
