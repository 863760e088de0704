import type { AppError } from '@shared/errors';
import type { TFunction } from 'i18next';

/** The sentence of an error, in the language in force: `errors.<code>` with the error's facts in it. */
export function errorText(t: TFunction, error: AppError): string {
  return t(`errors.${error.code}`, facts(error));
}

/** A program that was looked for under more than one name. */
export const programNames = (command: string, alsoTried: readonly string[] = []): string =>
  [command, ...alsoTried].join(' / ');

/** The end of what the agent's process wrote to stderr, where the error carries it. */
export function errorDetail(error: AppError): string | null {
  const detail = 'stderrTail' in error ? error.stderrTail.trim() : '';
  return detail === '' ? null : detail;
}

function facts(error: AppError): Record<string, string | number> {
  switch (error.code) {
    case 'agent.notFound':
      return { command: programNames(error.command, error.alsoTried), searched: error.searched.join(', ') };
    case 'agent.exited':
      // One of the two is always there; the sentence says whichever it was.
      return { how: error.signal ?? String(error.exitCode ?? '?') };
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
