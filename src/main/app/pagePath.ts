import { join, normalize, sep } from 'node:path';

/** The file for a page's URL; null where it is no page's, would lie outside the folder or cannot be decoded. */
export function pageFile(folder: string, address: string, origin: string): string | null {
  try {
    const url = new URL(address);
    if (`${url.protocol}//${url.host}` !== origin) return null;
    const path = decodeURIComponent(url.pathname);
    if (path.includes('\0')) return null;
    const file = normalize(join(folder, path === '/' ? 'index.html' : path));
    return file.startsWith(folder + sep) ? file : null;
  } catch {
    return null;
  }
}
