import { open } from 'node:fs/promises';
import { imageTypeOf } from '@shared/attachment';
import type { ReadImage } from '@shared/ipc/views';
import { resolveInside } from './workspaceFiles';

/** What a generated picture may weigh: it is kept in the store and shown by the page. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * A picture that an agent made or names, read only where it lies inside the session's roots with links resolved, is a regular
 * file of at most 20 MB, and begins as one of the formats that a page can show (its name is not believed).
 */
export async function readImage(roots: readonly string[], path: string): Promise<ReadImage> {
  const inside = await resolveInside(roots, path);
  if (!inside.ok) return { refused: 'outsideRoots' };
  let file;
  try {
    file = await open(inside.value, 'r');
  } catch {
    return { refused: 'notFound' };
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { refused: 'notImage' };
    if (stat.size > MAX_IMAGE_BYTES) return { refused: 'tooLarge' };
    const bytes = await file.readFile();
    const mimeType = imageTypeOf(bytes);
    return mimeType === null ? { refused: 'notImage' } : { bytes, mimeType };
  } catch {
    return { refused: 'notFound' };
  } finally {
    await file.close();
  }
}
