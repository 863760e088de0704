import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { walkFiles } from './walkFiles';

/** More than any project that is worked in by hand; what is beyond is left out, and that is said. */
export const MOST_FILES = 200_000;
const GIT_LIMIT_MS = 30_000;

export interface FileListing {
  /** From the folder on, with `/` between the parts. */
  files: string[];
  isCut: boolean;
}

/**
 * All files of a folder that a person works with: those that git tracks and those that it does not ignore, where git is
 * there and the folder is its; else all but what a .gitignore names, node_modules and the like.
 */
export async function listFiles(root: string, env: NodeJS.ProcessEnv): Promise<FileListing> {
  const [known, deleted] = await Promise.all([
    gitLines(root, env, ['--cached', '--others', '--exclude-standard']),
    gitLines(root, env, ['--deleted']),
  ]);
  // Nothing at all: a folder inside a repository that ignores it.
  if (known === null || known.length === 0) return walkFiles(root, MOST_FILES);
  // What is in conflict is named once a side.
  const files = new Set(known);
  for (const gone of deleted ?? []) files.delete(gone);
  const all = [...files];
  return { files: all.slice(0, MOST_FILES), isCut: all.length > MOST_FILES };
}

/** Null where there is no git, or no repository, or it does not end. */
function gitLines(root: string, env: NodeJS.ProcessEnv, what: readonly string[]): Promise<string[] | null> {
  return new Promise((resolve) => {
    // A repository's own configuration may name programs to be run (fsmonitor); merely typing "@" must run none. Started
    // elsewhere, since on Windows a program of that name in the folder itself would come first.
    const args = ['-C', root, '-c', 'core.fsmonitor=false', 'ls-files', '-z', ...what];
    const child = spawn('git', args, {
      cwd: tmpdir(),
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      timeout: GIT_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk));
    child.on('error', () => resolve(null));
    child.on('close', (code) => {
      if (code !== 0) return resolve(null);
      resolve(
        Buffer.concat(chunks)
          .toString('utf8')
          .split('\0')
          .filter((line) => line !== ''),
      );
    });
  });
}
