import { access, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { SEED_FILES, TEA_FILE, insertTea, nextTea } from './teaTimer';
import type { Tea } from './teaTimer';

/** The demo's sample project. The app offers it as a project to a new user; sessions there change real files. */
export function demoProjectFolder(home: string): string {
  return join(home, 'tea-timer');
}

/** Creates what is missing of the sample project and leaves the rest as it is. Returns its folder. */
export async function ensureDemoProject(home: string): Promise<string> {
  const folder = demoProjectFolder(home);
  await seed(folder);
  return folder;
}

/** One edit that the demo proposes: both whole texts, for a diff. */
export interface ProposedEdit {
  tea: Tea;
  path: string;
  oldText: string;
  newText: string;
}

/**
 * The folder that a session's scenes work in. In the sample project that is the session's own folder; anywhere else the
 * demo must not touch the user's files, so it works on a copy of the sample in its own home.
 */
export class ScratchProject {
  readonly folder: string;
  /** True when the session's folder itself is the sample project. */
  readonly isSessionFolder: boolean;

  private constructor(folder: string, isSessionFolder: boolean) {
    this.folder = folder;
    this.isSessionFolder = isSessionFolder;
  }

  static async open(home: string, cwd: string, sessionId: string): Promise<ScratchProject> {
    const sample = demoProjectFolder(home);
    if ((await real(cwd)) === (await real(sample))) return new ScratchProject(cwd, true);
    return new ScratchProject(join(home, 'scratch', sessionId), false);
  }

  /** Puts the sample's files there, where they are missing. */
  ensure(): Promise<void> {
    return seed(this.folder);
  }

  path(name: string): string {
    const path = resolve(this.folder, name);
    const inside = relative(this.folder, path);
    if (inside === '' || inside.startsWith('..') || inside.startsWith(sep)) {
      throw new Error(`${name} lies outside of the scratch project`);
    }
    return path;
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  async write(name: string, data: string | Buffer): Promise<string> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, data);
    return path;
  }

  /** The next small edit to propose. It depends on the file as it is now, so it is never a stale diff. */
  async proposeEdit(): Promise<ProposedEdit> {
    const oldText = await this.read(TEA_FILE);
    const tea = nextTea(oldText);
    return { tea, path: this.path(TEA_FILE), oldText, newText: insertTea(oldText, tea) };
  }

  /** Applies an edit that the user allowed to the file as it is by then (another session may have edited it too). */
  async applyEdit({ tea, path }: ProposedEdit): Promise<ProposedEdit> {
    const oldText = await this.read(TEA_FILE);
    const newText = insertTea(oldText, tea);
    if (newText !== oldText) await this.write(TEA_FILE, newText);
    return { tea, path, oldText, newText };
  }
}

async function seed(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(SEED_FILES)) {
    const path = join(folder, name);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
      // Another session put it there meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

/** The path with links resolved; the path itself where nothing is there yet. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
