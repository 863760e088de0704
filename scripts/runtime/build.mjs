// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RuntimeError } from './runtimeError.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const electronVite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');

const SOURCES = ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts'];
/** The renderer is built last, so its page is there and new only when the whole build went through. */
const LAST_BUILT = join('out', 'renderer', 'index.html');
const BUILT = [join('out', 'main', 'index.js'), join('out', 'preload', 'index.cjs'), LAST_BUILT];

/** @param {string} path @returns {number} the newest change in ms, of a file or of all below a folder */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  // The folder's own time counts too: it changes when a file below is removed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** @param {string} [base] the checkout */
export function isBuilt(base = root) {
  if (!BUILT.every((file) => existsSync(join(base, file)))) return false;
  const builtAt = statSync(join(base, LAST_BUILT)).mtimeMs;
  return SOURCES.every((source) => newestChange(join(base, source)) <= builtAt);
}

/** Builds `out/` when it is missing or older than what it is made from. */
export function ensureBuilt() {
  if (isBuilt()) return;
  if (!existsSync(electronVite)) throw new RuntimeError('The npm packages are not installed. Run: npm ci');
  process.stderr.write('Building the app.\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [electronVite, 'build'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}\n${stderr}\n`);
  throw new RuntimeError('The build failed: see the lines above. Mend the source and start again.');
}
