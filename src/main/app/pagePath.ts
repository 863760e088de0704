import { join, normalize, sep } from 'node:path';

/** The file for a URL's path; null where it would lie outside the folder or cannot be decoded. */
export function pageFile(folder: string, pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    if (path.includes('\0')) return null;
    const file = normalize(join(folder, path === '/' ? 'index.html' : path));
    return file.startsWith(folder + sep) ? file : null;
  } catch {
    return null;
  }
}
