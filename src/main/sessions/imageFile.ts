import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { imageTypeOf } from '@shared/attachment';
import { isDrawing, MAX_DRAWING_BYTES } from '@shared/drawing';
import type { ReadImage } from '@shared/ipc/views';
import { resolveInside, SAFE_OPEN } from './workspaceFiles';

/** What a generated picture may weigh: it is kept in the store and shown by the page. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * A picture that an agent made or names, read only where it lies inside the session's roots with links resolved, is a regular
 * file of at most 20 MB, and begins as one of the formats that a page can show (its name is not believed).
 * `svg`: also a drawing of at most 2 MB, which whoever asks for it must show as an image and as nothing else.
 */
export async function readImage(
  roots: readonly string[],
  path: string,
  { svg = false }: { svg?: boolean } = {},
): Promise<ReadImage> {
  const inside = await resolveInside(roots, path);
  if (!inside.ok) return { refused: 'outsideRoots' };
  let file;
  try {
    // A pipe is not waited for.
    file = await open(inside.value, constants.O_RDONLY | SAFE_OPEN);
  } catch {
    return { refused: 'notFound' };
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { refused: 'notImage' };
    if (stat.size > MAX_IMAGE_BYTES) return { refused: 'tooLarge' };
    const bytes = await file.readFile();
    const mimeType = imageTypeOf(bytes);
    if (mimeType !== null) return { bytes, mimeType };
    if (!svg || !isDrawing(new TextDecoder().decode(bytes.subarray(0, 65_536)))) return { refused: 'notImage' };
    return bytes.length > MAX_DRAWING_BYTES ? { refused: 'tooLarge' } : { bytes, mimeType: 'image/svg+xml' };
  } catch {
    return { refused: 'notFound' };
  } finally {
    await file.close();
  }
}
