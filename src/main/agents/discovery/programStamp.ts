import { realpathSync, statSync } from 'node:fs';

/**
 * Which file a path means now, as one string: its real path, size and time of change. Programs that update themselves
 * move a link to another file. Undefined where there is none.
 */
export function programStamp(executable: string): string | undefined {
  try {
    const real = realpathSync(executable);
    const { mtimeMs, size } = statSync(real);
    return `${real}:${size}:${Math.round(mtimeMs)}`;
  } catch {
    return undefined;
  }
}
