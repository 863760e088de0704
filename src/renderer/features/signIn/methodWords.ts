import type { AuthMethod } from '@shared/acp/methods';
import type { TFunction } from 'i18next';

/** Ways that an adapter knows besides the agent's own: their words are ours, in both languages. */
const OWN = ['cursor-login-command', 'cursor-api-key'] as const;

export interface MethodWords {
  name: string;
  /** May be empty. */
  text: string;
}

export function methodWords(t: TFunction, method: AuthMethod, agent: string): MethodWords {
  const own = OWN.find((id) => id === method.id);
  if (own !== undefined) return { name: t(`signIn.own.${own}.name`), text: t(`signIn.own.${own}.text`, { agent }) };
  const text = method.description ?? (method.type === 'terminal' ? t('signIn.terminalText', { agent }) : '');
  return { name: method.name, text };
}
