import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { AppFailure } from '@shared/errors';

/*
 * What an archive may write (acp.md section 4, "installer duties"): files, folders and links, all of them inside its own
 * folder. One entry that is anything else refuses the whole archive, since nobody makes such an archive by mistake.
 */

export type EntryKind = 'file' | 'folder' | 'symlink' | 'hardlink' | 'device';

export const refused = (path: string, why: string): AppFailure =>
  new AppFailure({ code: 'install.archiveRefused', path, message: why });

/** The path with forward slashes and without `./`; throws where it leads out. Backslashes count on every platform. */
export function insidePath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  const absolute = parts[0] === '' || /^[a-z]:/i.test(path);
  if (absolute || path === '') throw refused(path, 'absolute');
  if (path.includes('\0') || parts.includes('..')) throw refused(path, 'leads out');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Throws unless the entry may be written. `link`: where a link points, as the archive has it. */
export function checkEntry(path: string, kind: EntryKind, link = ''): void {
  const inside = insidePath(path);
  if (kind === 'device') throw refused(path, 'no file');
  if (kind === 'hardlink') insidePath(link);
  if (kind !== 'symlink') return;
  const target = link.replaceAll('\\', '/');
  if (target === '' || target.includes('\0') || target.startsWith('/') || /^[a-z]:/i.test(target)) {
    throw refused(path, `links to ${link}`);
  }
  const reached = posix.normalize(posix.join(posix.dirname(inside), target));
  if (reached === '..' || reached.startsWith('../')) throw refused(path, `links to ${link}`);
}

/** After unpacking: links that are each inside can together lead out, so each is followed to its end. */
export async function checkLinks(folder: string): Promise<void> {
  const root = await realpath(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    // One that leads nowhere is judged by the folder that it is in.
    const reached = await realpath(path).catch(() => realpath(dirname(path)));
    if (reached !== root && !reached.startsWith(root + sep)) throw refused(entry.name, 'leads out');
  }
}

/** The file that `cmd` names inside `folder`; throws `install.archiveRefused` or `install.commandMissing`. */
export async function programIn(folder: string, cmd: string): Promise<string> {
  const path = join(folder, ...insidePath(cmd).split('/'));
  const found = await lstat(path).catch(() => null);
  const real = found?.isSymbolicLink() ? await realpath(path).catch(() => null) : path;
  const isFile = real !== null && (await lstat(real).catch(() => null))?.isFile();
  if (real === null || !isFile) throw new AppFailure({ code: 'install.commandMissing', path: cmd });
  return path;
}
