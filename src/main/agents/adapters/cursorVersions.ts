import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { cursorVersionTime } from '@shared/cursorVersion';
import { isExecutable, isFolder } from '../environment';
import type { InstalledProgram } from './types';

/** Where Cursor's installer keeps the versions (cursor-acp.md 2.1). */
export function cursorVersionsFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? win32.join(env['USERPROFILE'] ?? homedir(), 'AppData', 'Local');
    return win32.join(local, 'cursor-agent', 'versions');
  }
  return posix.join(env['HOME'] || homedir(), '.local', 'share', 'cursor-agent', 'versions');
}

/**
 * The newest version in the folder that is whole: an update that was cut short leaves a folder without all of its parts.
 * On Windows its Node is started with its script, so that no `.cmd` shim stands between (cursor-acp.md 2.10).
 */
export function newestCursorVersion(folder: string, platform = process.platform): InstalledProgram | undefined {
  const names = isFolder(folder) ? readdirSync(folder) : [];
  const newestFirst = names
    .map((version) => ({ version, time: cursorVersionTime(version) }))
    .filter((one): one is { version: string; time: number } => one.time !== undefined)
    .toSorted((a, b) => b.time - a.time || b.version.localeCompare(a.version));
  for (const { version } of newestFirst) {
    const script = join(folder, version, 'index.js');
    const node = join(folder, version, platform === 'win32' ? 'node.exe' : 'node');
    const launcher = join(folder, version, 'cursor-agent');
    if (!isWholeFile(script) || !isExecutable(node)) continue;
    if (platform === 'win32') return { version, executable: node, args: [script] };
    if (isExecutable(launcher)) return { version, executable: launcher, args: [] };
  }
  return undefined;
}

function isWholeFile(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size > 0;
  } catch {
    return false;
  }
}
