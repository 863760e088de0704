import { chmod, mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkLinks, insidePath, programIn } from './archivePath';
import { UnpackBudget, type UnpackLimits } from './unpackBudget';

export interface UnpackOptions {
  /** Its ending tells the kind of the archive; what is none is the program itself. */
  url: string;
  /** The program, relative to the archive's folder. */
  cmd: string;
  /** A new folder. */
  into: string;
  limits: UnpackLimits;
  signal: AbortSignal;
}

/**
 * Unpacks a downloaded archive, and answers the program that `cmd` names in it, which may then be run. Throws AppFailure:
 * `install.archiveRefused`, `install.archiveBroken`, `install.tooLarge`, `install.commandMissing`.
 */
export async function unpack(archive: string, options: UnpackOptions): Promise<string> {
  const { url, cmd, into, limits, signal } = options;
  await mkdir(into, { recursive: true });
  const budget = new UnpackBudget(limits);
  const name = new URL(url).pathname.toLowerCase();
  // Their libraries are read when an archive is there to be unpacked, and not by every start of the engine.
  if (name.endsWith('.zip')) {
    const { unpackZip } = await import('./unpackZip');
    await unpackZip(archive, into, { budget, signal });
  } else if (/\.(tar|tar\.gz|tgz|tar\.bz2|tbz2)$/.test(name)) {
    const { unpackTar } = await import('./unpackTar');
    await unpackTar(archive, into, { budget, signal, bzip2: name.endsWith('bz2') });
  } else await rename(archive, join(into, basename(insidePath(cmd))));
  await checkLinks(into);
  const program = await programIn(into, cmd);
  if (process.platform !== 'win32') await chmod(program, 0o755);
  return program;
}
