import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { cursorVersionIn, lacksModelPicker } from '@shared/cursorVersion';
import { cursorVersionsFolder, newestCursorVersion } from './cursorVersions';
import type { AgentProgram } from './types';

const OWN_NAME = 'cursor-agent';

/**
 * Cursor's program. Its own name comes first, since the other is another tool's too (cursor-acp.md 2.1) and is never
 * taken by its name.
 */
export const cursorProgram: AgentProgram = {
  ownName: OWN_NAME,
  otherNames: ['agent'],
  folders: (env) => [join(env['HOME'] || homedir(), '.local', 'bin')],
  versionIn: (said, executable) => cursorVersionIn(said, isByPlace(executable)),
  installed: (env) => newestCursorVersion(cursorVersionsFolder(env)) ?? null,
  hint: (version) => (lacksModelPicker(version) ? 'modelPicker' : null),
};

/** Its installer links both names to a file below a folder `cursor-agent`, so that the name or the place tells whose it is. */
function isByPlace(executable: string): boolean {
  const parts = [executable, realPathOf(executable)].flatMap((path) => path.split(sep));
  return parts.some((part) => part.replace(/\.\w+$/, '') === OWN_NAME);
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
