// @ts-check
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where runtimes are kept: outside the checkout, because `npm ci` empties `node_modules` and `git clean` the rest.
 * @param {NodeJS.ProcessEnv} [env] @param {NodeJS.Platform} [platform]
 */
export function cacheFolder(env = process.env, platform = process.platform) {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'signalbox');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'signalbox');
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'signalbox', 'Cache');
  return join(homedir(), '.cache', 'signalbox');
}
