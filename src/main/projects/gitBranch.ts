import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * The branch that a folder's checkout is on, also for a folder inside it and for a linked worktree, whose `.git` is a file
 * that names the real one. The commit's first seven digits where no branch is checked out; null outside of any checkout.
 * Reads files only: twenty projects would otherwise mean twenty git processes.
 */
export async function gitBranch(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const head = await headOf(join(at, '.git'));
    if (head !== null) return branchOf(head);
    if (dirname(at) === at) return null;
  }
}

async function headOf(dotGit: string): Promise<string | null> {
  const inFolder = await textOf(join(dotGit, 'HEAD'));
  if (inFolder !== null) return inFolder;
  const link = /^gitdir: (.+)$/m.exec((await textOf(dotGit)) ?? '')?.[1];
  return link === undefined ? null : textOf(join(resolve(dirname(dotGit), link.trim()), 'HEAD'));
}

function branchOf(head: string): string | null {
  const ref = /^ref: (?:refs\/heads\/)?(.+)$/.exec(head.trim())?.[1];
  // A repository with the reftable format keeps its branch elsewhere and this name here.
  if (ref !== undefined) return ref === '.invalid' ? null : ref;
  return /^[0-9a-f]{7}/.exec(head)?.[0] ?? null;
}

/** null where there is no such file or it cannot be read: no branch is shown then. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}
