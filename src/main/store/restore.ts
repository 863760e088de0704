import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { backupPath } from './backups';
import { freeFolder, setAside } from './recovery';

/**
 * Takes a backup into use. The wish is written down and done at the next start, before anything has the file open; a kill
 * at any point leaves the wish, and the start after it goes on from there.
 */

export interface Restored {
  name: string;
  /** Where the database is that was there before, under the profile. */
  folder: string;
}

const Wish = z.object({ name: z.string(), folder: z.string() });
const wishFile = (home: string): string => join(home, 'restore.json');

export function wishRestore(home: string, name: string, clock: Clock): Result<null> {
  if (backupPath(home, name) === null) return fail({ code: 'backup.unknown', name });
  const folder = basename(freeFolder(home, clock.now(), 'replaced'));
  writeFileAtomic.sync(wishFile(home), JSON.stringify({ name, folder } satisfies z.infer<typeof Wish>));
  return ok(null);
}

export function finishRestore(home: string, path: string): Restored | null {
  const file = wishFile(home);
  if (!existsSync(file)) return null;
  const wish = wishIn(file);
  const backup = wish === null ? null : backupPath(home, wish.name);
  if (wish === null || backup === null) {
    // Deleted since, or not ours: what is there stays in use.
    rmSync(file, { force: true });
    return null;
  }
  const { name, folder } = wish;
  const partial = `${path}.restoring`;
  copyFileSync(backup, partial);
  // Set aside in an earlier attempt: then what has the name now is the backup, or nothing.
  if (!existsSync(join(home, folder, basename(path)))) setAside(path, join(home, folder));
  renameSync(partial, path);
  rmSync(file, { force: true });
  return { name, folder };
}

function wishIn(file: string): z.infer<typeof Wish> | null {
  try {
    return Wish.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
