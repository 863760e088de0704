import { isAbsolute, resolve } from 'node:path';
import { ok, type Result } from '@shared/errors';
import type { FileView } from '@shared/ipc/views';
import { readTextFile, resolveInside } from './workspaceFiles';

/** Lines and characters that a page is shown of one file. */
const MOST_LINES = 4000;
const MOST_CHARACTERS = 1_000_000;

/** The path as agents write it, from the session's folder on; confined to it as all that agents read is. */
export function fileInSession(cwd: string, path: string): Promise<Result<string>> {
  return resolveInside([cwd], isAbsolute(path) ? path : resolve(cwd, path));
}

/** The file, or of a long one the part around `line` (counted from 1). Errors: those of readTextFile. */
export async function readFileView(cwd: string, path: string, line: number | undefined): Promise<Result<FileView>> {
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  const read = await readTextFile([cwd], { path: absolute });
  if (!read.ok) return read;
  const lines = read.value.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const wanted = Math.min(Math.max(1, line ?? 1), lines.length);
  const first =
    lines.length <= MOST_LINES ? 1 : Math.max(1, Math.min(wanted - MOST_LINES / 2, lines.length - MOST_LINES + 1));
  const shown = lines.slice(first - 1, first - 1 + MOST_LINES).join('\n');
  return ok({
    path: absolute,
    text: shown.slice(0, MOST_CHARACTERS),
    firstLine: first,
    totalLines: lines.length,
    isCut: lines.length > MOST_LINES || shown.length > MOST_CHARACTERS,
  });
}
