// @ts-check
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { downloadFile } from './download.mjs';
import { RuntimeError } from './runtimeError.mjs';

const require = createRequire(import.meta.url);
const DEFAULT_MIRROR = 'https://github.com/electron/electron/releases/download/';

/** The executable inside an unpacked Electron. @param {NodeJS.Platform} platform */
export function executableName(platform) {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The folder of the installed `electron` package (types, checksums; since 45 without its binary). */
export function electronPackageFolder() {
  try {
    return dirname(require.resolve('electron/package.json'));
  } catch (error) {
    throw new RuntimeError('The npm packages are not installed. Run: npm ci', error);
  }
}

/** @param {string} packageFolder @returns {string} */
export function electronVersion(packageFolder) {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

/**
 * The executable in a folder that holds an unpacked Electron of exactly this version.
 * @param {string} dist @param {string} version @param {NodeJS.Platform} platform
 */
export function executableIn(dist, version, platform) {
  const executable = join(dist, executableName(platform));
  if (!existsSync(executable) || !existsSync(join(dist, 'version'))) return undefined;
  const found = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  return found === version ? executable : undefined;
}

/**
 * Downloads and unpacks the official Electron into `dest`, checked against the checksums that its npm package carries.
 * `ELECTRON_MIRROR` is honoured as Electron's own installer does.
 * @param {{ packageFolder: string, version: string, platform: NodeJS.Platform, arch: string, temp: string, dest: string,
 *   stallMs: number, mirror?: string }} input
 */
export async function installOfficial({ packageFolder, version, platform, arch, temp, dest, stallMs, mirror }) {
  const name = `electron-v${version}-${platform}-${arch}.zip`;
  const checksums = JSON.parse(readFileSync(join(packageFolder, 'checksums.json'), 'utf8'));
  const sha256 = checksums[name];
  if (typeof sha256 !== 'string')
    throw new RuntimeError(`there is no official Electron ${version} for ${platform}-${arch}`);
  const base = mirror ?? process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? DEFAULT_MIRROR;
  const zip = join(temp, name);
  await downloadFile({ url: `${base.replace(/\/?$/, '/')}v${version}/${name}`, dest: zip, sha256, stallMs });
  await unzip(zip, dest);
  rmSync(zip);
  if (platform !== 'win32') chmodSync(join(dest, executableName(platform)), 0o755);
}

/** @param {string} zip @param {string} dest absolute */
export async function unzip(zip, dest) {
  const { default: extract } = await import('extract-zip');
  await extract(zip, { dir: dest });
}
