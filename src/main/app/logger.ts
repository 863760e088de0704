import { join } from 'node:path';
import { inspect } from 'node:util';
import log from 'electron-log/main';
import { redactText } from '@shared/redactText';

/** The log file in the profile: at most 5 MB and one older. Lines carry codes and facts, never prompts or secrets. */
export function startLogger(home: string): { file: string } {
  const file = join(home, 'logs', 'main.log');
  log.transports.file.resolvePathFn = () => file;
  log.transports.file.maxSize = 5 * 1024 * 1024;
  log.transports.file.level = 'info';
  log.transports.console.level = 'warn';
  log.hooks.push((message) => ({ ...message, data: message.data.map(withoutSecrets) }));
  log.errorHandler.startCatching({ showDialog: false });
  return { file };
}

/** The engine hides what it knows to be a secret; here goes what looks like one, whoever wrote it (a crash of Node's own). */
const withoutSecrets = (part: unknown): string =>
  redactText(typeof part === 'string' ? part : inspect(part, { breakLength: Infinity }));

export { log };
