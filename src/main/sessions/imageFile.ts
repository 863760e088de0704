import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { imageTypeOf } from '@shared/attachment';
import type { ReadImage } from '@shared/ipc/views';
import { resolveInside, SAFE_OPEN } from './workspaceFiles';

/** What a generated picture may weigh: it is kept in the store and shown by the page. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Drawings are drawn again and again, so that a large one is slow each time. */
const MAX_SVG_BYTES = 2 * 1024 * 1024;

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
    if (!svg || !isSvg(bytes)) return { refused: 'notImage' };
    return bytes.length > MAX_SVG_BYTES ? { refused: 'tooLarge' } : { bytes, mimeType: 'image/svg+xml' };
  } catch {
    return { refused: 'notFound' };
  } finally {
    await file.close();
  }
}

/** Whether it begins as a drawing does, after what XML allows before it. One that declares entities of its own is none. */
function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
  for (let at = 0; at >= 0;) {
    at += /^\s*/.exec(text.slice(at, at + 4096))?.[0].length ?? 0;
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (/^<!DOCTYPE\s+svg\b[^>[]*>/i.test(text.slice(at, at + 1024))) at = after(text, '>', at);
    else return /^<svg[\s/>]/.test(text.slice(at, at + 5));
  }
  return false;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? -1 : found + end.length;
}
