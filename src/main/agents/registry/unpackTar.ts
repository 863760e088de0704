import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';
import unbzip2 from 'unbzip2-stream';
import type { AppFailure } from '@shared/errors';
import { checkEntry, type EntryKind, refused } from './archivePath';
import { brokenArchive, type UnpackBudget } from './unpackBudget';

/** What else there is (devices, pipes, sockets) is no file. */
const KINDS: Readonly<Record<string, EntryKind>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'folder',
  SymbolicLink: 'symlink',
  Link: 'hardlink',
};

/** Unpacks a tar archive, as it is or packed with gzip, or with bzip2 where that is said. Throws AppFailure. */
export async function unpackTar(
  archive: string,
  into: string,
  options: { budget: UnpackBudget; signal: AbortSignal; bzip2: boolean },
): Promise<void> {
  const faults: AppFailure[] = [];
  const note = (thrown: unknown): void => void faults.push(brokenArchive(thrown));
  const extract = tar.extract({
    cwd: into,
    // Nobody but us owns what is in the profile.
    preserveOwner: false,
    filter: (path, entry) => {
      // One fault refuses the archive, so nothing after it is written. (A Stats comes only where an archive is made.)
      if (faults.length > 0 || !('header' in entry)) return false;
      try {
        checkEntry(path, KINDS[entry.type] ?? 'device', entry.linkpath);
        options.budget.take(entry.size);
      } catch (thrown) {
        note(thrown);
      }
      return faults.length === 0;
    },
    onwarn: (code, message) => {
      if (code === 'TAR_ENTRY_UNSUPPORTED') note(refused(message, 'no file'));
      else if (code !== 'TAR_ENTRY_INFO') note(message);
    },
  });
  const { signal } = options;
  const bytes = createReadStream(archive);
  const done = options.bzip2 ? pipeline(bytes, unbzip2(), extract, { signal }) : pipeline(bytes, extract, { signal });
  await done.catch(note);
  if (faults[0] !== undefined) throw faults[0];
}
