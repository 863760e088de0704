import type { AppError } from '@shared/errors';
import type { TFunction } from 'i18next';

/** The sentence of an error, in the language in force: `errors.<code>` with the error's facts in it. */
export function errorText(t: TFunction, error: AppError): string {
  return t(`errors.${error.code}`, facts(t, error));
}

/** A program that was looked for under more than one name. */
export const programNames = (command: string, alsoTried: readonly string[] = []): string =>
  [command, ...alsoTried].join(' / ');

/** The end of what the agent's process wrote to stderr, where the error carries it. */
export function errorDetail(error: AppError): string | null {
  const detail = 'stderrTail' in error ? error.stderrTail.trim() : '';
  return detail === '' ? null : detail;
}

/** The signal that ended a program, or the code that it ended with. One of the two is always there. */
export const howEnded = (t: TFunction, signal: string | null, exitCode: number | string | null): string =>
  signal ?? t('errors.exitCode', { code: String(exitCode ?? '?') });

function facts(t: TFunction, error: AppError): Record<string, string | number> {
  switch (error.code) {
    case 'agent.notFound':
      return { command: programNames(error.command, error.alsoTried), searched: error.searched.join(', ') };
    case 'agent.exited':
      return { how: howEnded(t, error.signal, error.exitCode) };
    case 'install.toolFailed':
      return { tool: error.tool, how: /^\d+$/.test(error.how) ? howEnded(t, null, error.how) : error.how };
    case 'agent.frameTooLarge':
    case 'file.tooLarge':
    case 'attachment.tooLarge':
    case 'attachment.imagesTooLarge':
    case 'install.tooLarge':
      return {
        ...strings(error),
        megabytes: Math.round(error.bytes / 1_048_576),
        limit: Math.round(error.limit / 1_048_576),
      };
    case 'ipc.invalidInput':
      return { method: error.method, issues: error.issues.join('; ') };
    default:
      return strings(error);
  }
}

function strings(error: AppError): Record<string, string | number> {
  const pairs = Object.entries(error).filter(
    (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
  );
  return Object.fromEntries(pairs);
}
