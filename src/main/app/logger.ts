import { join } from 'node:path';
import log from 'electron-log/main';

/** The log file in the profile: at most 5 MB and one older. Lines carry codes and facts, never prompts or secrets. */
export function startLogger(home: string): { file: string } {
  const file = join(home, 'logs', 'main.log');
  log.transports.file.resolvePathFn = () => file;
  log.transports.file.maxSize = 5 * 1024 * 1024;
  log.transports.file.level = 'info';
  log.transports.console.level = 'warn';
  log.errorHandler.startCatching({ showDialog: false });
  return { file };
}

export { log };
