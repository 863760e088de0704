import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileListing } from './listFiles';

/** Never what a person works on, and large. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '.jj']);

/** The rules of one .gitignore, which speak of paths from its own folder on. */
interface Rules {
  folder: string;
  matcher: Ignore;
}

interface Folder {
  path: string;
  rules: readonly Rules[];
}

/** Without git: breadth first, so that what is cut off lies deep. Links are named and not followed. */
export async function walkFiles(root: string, most: number): Promise<FileListing> {
  const files: string[] = [];
  const queue: Folder[] = [{ path: '', rules: [] }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path: folder } = next;
    // A folder that cannot be read holds nothing to attach.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const rules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? [...next.rules, await rulesOf(root, folder)]
      : next.rules;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (isFolder ? SKIPPED.has(entry.name) : !(entry.isFile() || entry.isSymbolicLink())) continue;
      if (isIgnored(rules, isFolder ? `${path}/` : path)) continue;
      if (isFolder) queue.push({ path, rules });
      else if (files.length === most) return { files, isCut: true };
      else files.push(path);
    }
  }
  return { files, isCut: false };
}

async function rulesOf(root: string, folder: string): Promise<Rules> {
  const text = await readFile(join(root, folder, '.gitignore'), 'utf8').catch(() => '');
  return { folder, matcher: ignore().add(text) };
}

/** The innermost file that says something of the path has the last word. */
function isIgnored(rules: readonly Rules[], path: string): boolean {
  for (const { folder, matcher } of rules.toReversed()) {
    const { ignored, unignored } = matcher.test(folder === '' ? path : path.slice(folder.length + 1));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}
