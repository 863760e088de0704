import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProfile } from './testEngine';

interface Gate {
  /** It is open while this is there; for a start of the agent that says so in its configuration. */
  file: string;
  shut: string;
  open: () => void;
  close: () => void;
}

/**
 * Where the scripted agent waits until the test has done what belongs into that moment: `shut` is a line of its prompt. A
 * pause by the clock is over too soon on a machine that is busy.
 */
export function gateOf({ folder }: Pick<TestProfile, 'folder'>, name = 'gate'): Gate {
  const file = join(folder, name);
  return { file, shut: `!until ${file}`, open: () => writeFileSync(file, ''), close: () => rmSync(file) };
}
