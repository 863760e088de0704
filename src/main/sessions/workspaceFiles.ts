import { constants } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { AppFailure, fail, ok, type AppError, type Result } from '@shared/errors';

/*
 * fs/read_text_file and fs/write_text_file (acp.md 3.10), confined to a session's roots. A path counts by where it really
 * leads, links resolved, and a file by what was really opened: on Linux the opened handle is asked for its place, since
 * the agent (or what it runs) can swap a folder for a link between a check and an open.
 */

const MAX_READ_BYTES = 10 * 1024 * 1024;
const linux = process.platform === 'linux';
// Windows has neither flag. O_NONBLOCK: opening a FIFO would wait for its other end for ever.
export const SAFE_OPEN = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Where the path really leads, if that is inside one of the roots. The file itself, and folders above it, need not exist.
 * Errors: `file.outsideRoots` (also for relative paths, `..` and links that lead out or nowhere), `file.failed`.
 */
export async function resolveInside(roots: readonly string[], path: string): Promise<Result<string>> {
  return attempt(path, () => resolveOrThrow(roots, path));
}

/**
 * The file's text, or the part from `line` (counted from 1) of at most `limit` lines. Line ends stay as they are.
 * Errors: those of resolveInside, `file.notFound`, `file.notRegular`, `file.tooLarge` (over 10 MB), and `file.failed` for
 * what is not UTF-8: an agent that got it garbled would write it back garbled.
 */
export async function readTextFile(
  roots: readonly string[],
  request: { path: string; line?: number | null; limit?: number | null },
): Promise<Result<string>> {
  const { path } = request;
  return attempt(path, async () => {
    const real = await resolveOrThrow(roots, path);
    const target: Target = { real, flags: constants.O_RDONLY | SAFE_OPEN, kind: 'file', roots, path };
    const bytes = await withOpened(target, (handle) => readBounded(handle, path));
    return cutLines(decode(bytes, path), request.line ?? 1, request.limit ?? undefined);
  });
}

/**
 * Writes the whole file in place, so that its mode, owner and hard links stay; makes it, and folders above it, when
 * missing. Errors: those of resolveInside, `file.notRegular`.
 */
export async function writeTextFile(
  roots: readonly string[],
  request: { path: string; content: string },
): Promise<Result<null>> {
  const { path, content } = request;
  return attempt(path, async () => {
    const real = await resolveOrThrow(roots, path);
    await mkdir(dirname(real), { recursive: true });
    // Again: what was just made, or meanwhile swapped, may lead elsewhere now.
    if ((await resolveOrThrow(roots, path)) !== real) throw new AppFailure({ code: 'file.outsideRoots', path });
    const file: Target = { real, flags: constants.O_WRONLY | constants.O_CREAT | SAFE_OPEN, kind: 'file', roots, path };
    if (!linux) return withOpened(file, (handle) => overwrite(handle, content));
    // Opened by way of the folder's own handle, so that the file is never made in a folder that was swapped in.
    const flags = constants.O_RDONLY | constants.O_DIRECTORY;
    return withOpened({ real: dirname(real), flags, kind: 'folder', roots, path }, (folder) => {
      const within = `/proc/self/fd/${folder.fd}/${basename(real)}`;
      return withOpened({ ...file, real: within }, (handle) => overwrite(handle, content));
    });
  });
}

async function resolveOrThrow(roots: readonly string[], path: string): Promise<string> {
  const outside = new AppFailure({ code: 'file.outsideRoots', path });
  const parts = path.split(/[\\/]/);
  if (!isAbsolute(path) || path.includes('\0') || parts.includes('..')) throw outside;
  // Windows: device paths, and `file:stream`.
  if (sep === '\\' && (/^[\\/]{2}[.?][\\/]/.test(path) || path.slice(2).includes(':'))) throw outside;
  const real = await realpathOfNew(path, outside);
  if (!(await isInsideOne(roots, real))) throw outside;
  return real;
}

async function isInsideOne(roots: readonly string[], real: string): Promise<boolean> {
  // A root that is gone holds nothing.
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return realRoots.some((root) => root !== undefined && isInside(root, real));
}

/** The real path of what exists, with the rest of the path as it stands. */
async function realpathOfNew(path: string, outside: AppFailure): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw outside;
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  // A link that leads nowhere is there all the same, and writing through it would make a file where it points.
  if (
    await lstat(path).then(
      () => true,
      () => false,
    )
  )
    throw outside;
  const parent = dirname(path);
  if (parent === path) throw outside;
  return join(await realpathOfNew(parent, outside), basename(path));
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

interface Target {
  real: string;
  flags: number;
  kind: 'file' | 'folder';
  roots: readonly string[];
  /** As it was asked for, for errors. */
  path: string;
}

/** Opens, makes sure that the handle is what it should be and lies inside the roots, works with it, and closes it. */
async function withOpened<T>(target: Target, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const { real, flags, kind, roots, path } = target;
  const handle = await open(real, flags, 0o666);
  try {
    if (kind === 'file' && !(await handle.stat()).isFile()) throw new AppFailure({ code: 'file.notRegular', path });
    const place = linux ? await readlink(`/proc/self/fd/${handle.fd}`) : real;
    if (!(await isInsideOne(roots, place))) throw new AppFailure({ code: 'file.outsideRoots', path });
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function readBounded(handle: FileHandle, path: string): Promise<Buffer> {
  const tooLarge = (bytes: number): AppFailure =>
    new AppFailure({ code: 'file.tooLarge', path, bytes, limit: MAX_READ_BYTES });
  const { size } = await handle.stat();
  if (size > MAX_READ_BYTES) throw tooLarge(size);
  // It may grow while it is read, and some file systems say 0.
  const chunks: Buffer[] = [];
  for (let total = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.max(64 * 1024, size - total + 1)));
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (total > MAX_READ_BYTES) throw tooLarge(total);
  }
}

async function overwrite(handle: FileHandle, content: string): Promise<null> {
  const bytes = Buffer.from(content, 'utf8');
  await handle.truncate(0);
  await handle.writeFile(bytes);
  return null;
}

function decode(bytes: Buffer, path: string): string {
  try {
    // The byte order mark stays: an agent that writes the file back keeps it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppFailure({ code: 'file.failed', path, message: 'not UTF-8 text' });
  }
}

function cutLines(text: string, line: number, limit: number | undefined): string {
  if (line <= 1 && limit === undefined) return text;
  let start = 0;
  for (let skip = 1; skip < line; skip += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return '';
    start = end + 1;
  }
  let end = start;
  for (let taken = 0; taken < (limit ?? Infinity); taken += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0) return text.slice(start);
    end = next + 1;
  }
  return text.slice(start, end);
}

async function attempt<T>(path: string, run: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await run());
  } catch (error) {
    return fail(toFileError(error, path));
  }
}

function toFileError(error: unknown, path: string): AppError {
  if (error instanceof AppFailure) return error.error;
  switch (codeOf(error)) {
    case 'ENOENT':
      return { code: 'file.notFound', path };
    case 'EISDIR':
    case 'ENOTDIR':
    // A FIFO without a reader, a socket, a device that is not there.
    case 'ENXIO':
      return { code: 'file.notRegular', path };
    // O_NOFOLLOW met a link that was not there when the path was resolved.
    case 'ELOOP':
      return { code: 'file.outsideRoots', path };
    default:
      return { code: 'file.failed', path, message: error instanceof Error ? error.message : String(error) };
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
