import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProfile } from './testEngine';

/**
 * Where the scripted agent waits until the test has done what belongs into that moment: `shut` is a line of its prompt. A
 * pause by the clock is over too soon on a machine that is busy.
 */
export function gateOf({ folder }: TestProfile, name = 'gate'): { shut: string; open: () => void } {
  const file = join(folder, name);
  return { shut: `!until ${file}`, open: () => writeFileSync(file, '') };
}
