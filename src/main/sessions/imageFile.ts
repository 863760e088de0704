import { open } from 'node:fs/promises';
import type { ItemOf } from '@shared/session/item';
import { resolveInside } from './workspaceFiles';

type Refusal = NonNullable<ItemOf<'image'>['refused']>;

/** What a generated picture may weigh: it is kept in the store and shown by the page. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

const MAGIC: readonly { mimeType: string; at: number; bytes: readonly number[] }[] = [
  { mimeType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mimeType: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { mimeType: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/**
 * A picture that an agent generated, read only where it lies inside the session's roots with links resolved, is a regular
 * file of at most 20 MB, and begins as one of the formats that a page can show (its name is not believed).
 */
export async function readImage(
  roots: readonly string[],
  path: string,
): Promise<{ bytes: Uint8Array; mimeType: string } | { refused: Refusal }> {
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
    const format = MAGIC.find(({ at, bytes: magic }) => magic.every((byte, index) => bytes[at + index] === byte));
    return format === undefined ? { refused: 'notImage' } : { bytes, mimeType: format.mimeType };
  } catch {
    return { refused: 'notFound' };
  } finally {
    await file.close();
  }
}
