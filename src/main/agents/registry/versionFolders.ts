import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { InstallKind, RegistryOrigin } from '@shared/registry';
import { InstallRecord } from './launch';

const RECORD = 'signalbox-install.json';
const WORK = '.work';

/**
 * `agents/` of the profile: one folder for each installed version in each kind, `<id>/<version>@<kind>`, and one to work in.
 * A version of one kind lies beside the same of another, since the old one stays until the new one has answered. Up to 0.1
 * the folders were `<id>/<version>`; those are still read.
 */
export class VersionFolders {
  readonly #root: string;
  /** What is being removed: one folder at a time, and what is listed or written meanwhile waits for it. */
  #removing: Promise<unknown> = Promise.resolve();

  constructor(home: string) {
    this.#root = join(home, 'agents');
  }

  get npmCache(): string {
    return join(this.#root, '.npm-cache');
  }

  path(entryId: string, version: string, kind: InstallKind): string {
    return join(this.#root, entryId, `${version}@${kind}`);
  }

  /** The record of a version that was finished. */
  async record(entryId: string, version: string, kind: InstallKind): Promise<InstallRecord | null> {
    const found = await this.recordIn(entryId, `${version}@${kind}`);
    if (found !== null) return found;
    const before = await this.recordIn(entryId, version);
    return before?.kind === kind ? before : null;
  }

  async recordIn(entryId: string, folder: string): Promise<InstallRecord | null> {
    const text = await readFile(join(this.#root, entryId, folder, RECORD), 'utf8').catch(() => null);
    if (text === null) return null;
    try {
      return InstallRecord.parse(JSON.parse(text));
    } catch {
      // Cut off by a power loss: as good as never finished.
      return null;
    }
  }

  async finish(record: InstallRecord): Promise<void> {
    const folder = this.path(record.entryId, record.version, record.kind);
    await writeFileAtomic(join(folder, RECORD), JSON.stringify(record, null, 2));
  }

  /** A new empty folder beside the versions, on the same disk. */
  async work(name: string): Promise<string> {
    const folder = join(this.#root, WORK, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  async dropWork(name: string): Promise<void> {
    await discard(join(this.#root, WORK, name));
  }

  /** Makes a folder the version's own, in place of what may be left of an earlier attempt. */
  async adopt(folder: string, entryId: string, version: string, kind: InstallKind): Promise<void> {
    const path = this.path(entryId, version, kind);
    await this.#removing;
    await discard(path);
    await mkdir(join(this.#root, entryId), { recursive: true });
    await rename(folder, path);
  }

  drop(entryId: string, version: string, kind: InstallKind): Promise<void> {
    return this.dropFolder(entryId, `${version}@${kind}`);
  }

  dropFolder(entryId: string, folder: string): Promise<void> {
    const dropped = this.#removing.then(() => this.#remove(entryId, folder));
    this.#removing = dropped.catch(() => undefined);
    return dropped;
  }

  async #remove(entryId: string, folder: string): Promise<void> {
    await discard(join(this.#root, entryId, folder));
    // Fails while other versions are in it, as it should.
    const others = await readdir(join(this.#root, entryId)).catch(() => []);
    if (others.length === 0) await discard(join(this.#root, entryId));
  }

  /** Every version's folder there is, finished or not, and that is not being removed by somebody else. */
  async list(): Promise<{ entryId: string; folder: string }[]> {
    await this.#removing;
    const ids = await foldersIn(this.#root);
    const found = await Promise.all(
      ids
        .filter((id) => !id.startsWith('.'))
        .map(async (entryId) => (await foldersIn(join(this.#root, entryId))).map((folder) => ({ entryId, folder }))),
    );
    return found.flat();
  }

  async listWork(): Promise<string[]> {
    return foldersIn(join(this.#root, WORK));
  }
}

/** Does what was installed so lie in this folder? */
export function isFolderOf(origin: RegistryOrigin, folder: string, record: InstallRecord | null): boolean {
  if (folder === `${origin.version}@${origin.kind}`) return true;
  return folder === origin.version && origin.kind !== 'uvx' && (record === null || record.kind === origin.kind);
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** On Windows a file of a process that has only just ended may still be held. */
const discard = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
