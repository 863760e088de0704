import { shell } from 'electron';

const ALLOWED = new Set(['https:', 'http:', 'mailto:']);

/** Opens a link in the system's browser or mail program; false for any other scheme. Files are never opened. */
export async function openExternal(url: string): Promise<boolean> {
  if (!URL.canParse(url) || !ALLOWED.has(new URL(url).protocol)) return false;
  await shell.openExternal(url);
  return true;
}
