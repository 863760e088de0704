import type { AppError } from '@shared/errors';
import type { TFunction } from 'i18next';
import { errorText } from './errorText';

/** Why an agent that was only started and asked gave no answer: nothing was at work then that could be kept. */
export function startFaultText(t: TFunction, error: AppError): string {
  if (error.code === 'agent.outputEnded') return t('agents.startFault.outputEnded');
  if (error.code !== 'agent.exited') return errorText(t, error);
  return error.signal === null
    ? t('agents.startFault.exitCode', { code: String(error.exitCode ?? '?') })
    : t('agents.startFault.signal', { signal: error.signal });
}
