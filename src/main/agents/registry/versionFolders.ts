import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { InstallRecord } from './launch';

const RECORD = 'signalbox-install.json';
const WORK = '.work';

/** `agents/` of the profile: one folder for each installed version, `<id>/<version>`, and one to work in. */
export class VersionFolders {
  readonly #root: string;

  constructor(home: string) {
    this.#root = join(home, 'agents');
  }

  get npmCache(): string {
    return join(this.#root, '.npm-cache');
  }

  path(entryId: string, version: string): string {
    return join(this.#root, entryId, version);
  }

  /** The record of a version that was finished. */
  async record(entryId: string, version: string): Promise<InstallRecord | null> {
    const text = await readFile(join(this.path(entryId, version), RECORD), 'utf8').catch(() => null);
    if (text === null) return null;
    try {
      return InstallRecord.parse(JSON.parse(text));
    } catch {
      // Cut off by a power loss: as good as never finished.
      return null;
    }
  }

  async finish(record: InstallRecord): Promise<void> {
    await writeFileAtomic(join(this.path(record.entryId, record.version), RECORD), JSON.stringify(record, null, 2));
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
  async adopt(folder: string, entryId: string, version: string): Promise<void> {
    const path = this.path(entryId, version);
    await discard(path);
    await mkdir(join(this.#root, entryId), { recursive: true });
    await rename(folder, path);
  }

  async drop(entryId: string, version: string): Promise<void> {
    await discard(this.path(entryId, version));
    // Fails while other versions are in it, as it should.
    const others = await readdir(join(this.#root, entryId)).catch(() => []);
    if (others.length === 0) await discard(join(this.#root, entryId));
  }

  /** Every version's folder there is, finished or not. */
  async list(): Promise<{ entryId: string; version: string }[]> {
    const ids = await foldersIn(this.#root);
    const found = await Promise.all(
      ids
        .filter((id) => !id.startsWith('.'))
        .map(async (entryId) => (await foldersIn(join(this.#root, entryId))).map((version) => ({ entryId, version }))),
    );
    return found.flat();
  }

  async listWork(): Promise<string[]> {
    return foldersIn(join(this.#root, WORK));
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** On Windows a file of a process that has only just ended may still be held. */
const discard = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
