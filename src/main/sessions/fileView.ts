import { isAbsolute, resolve } from 'node:path';
import { ok, type Result } from '@shared/errors';
import type { FileView } from '@shared/ipc/views';
import { readTextFile, resolveInside } from './workspaceFiles';

/** The path as agents write it, from the session's folder on; confined to it as all that agents read is. */
export function fileInSession(cwd: string, path: string): Promise<Result<string>> {
  return resolveInside([cwd], isAbsolute(path) ? path : resolve(cwd, path));
}

/** The whole file, to be looked at: line ends are the page's. Errors: those of readTextFile, which takes up to 10 MB. */
export async function readFileView(cwd: string, path: string): Promise<Result<FileView>> {
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  const read = await readTextFile([cwd], { path: absolute });
  if (!read.ok) return read;
  const text = read.value.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return ok({ path: absolute, text: text.endsWith('\n') ? text.slice(0, -1) : text });
}
