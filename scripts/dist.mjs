#!/usr/bin/env node
// @ts-check
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { resolveElectron } from './electronRuntime.mjs';
import { isOnPath, mend } from './preflight.mjs';
import { electronVite, root } from './runtime/build.mjs';
import { RuntimeError, runScript } from './runtime/runtimeError.mjs';

// npm run dist                              packages for this platform, in dist/
// npm run dist -- AppImage rpm              other targets of build/electron-builder.yml
// npm run dist:dir                          the unpacked app only
// npm run dist:dir -- --runtime=fallback    with the registry's Electron: for tests, never to give away

const DEFAULT_TARGETS = {
  // Those that need no download; AppImage and rpm are asked for by name.
  linux: ['dir', 'tar.gz', 'deb'],
  darwin: ['dmg', 'zip'],
  win32: ['nsis'],
};
const PLATFORM_FLAG = { linux: '--linux', darwin: '--mac', win32: '--win' };

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} what */
function run(args, env, what) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new RuntimeError(`${what} failed: see the lines above.`);
}

/** @param {boolean} fallback */
async function runtimeToPack(fallback) {
  if (fallback) return resolveElectron({ want: 'fallback' });
  const runtime = await resolveElectron();
  if (runtime.kind !== 'fallback') return runtime;
  throw new RuntimeError(
    `Only the registry's Electron ${runtime.version} can be had here, and that is never shipped. Pack where the official download can be reached (or set ELECTRON_MIRROR), or add --runtime=fallback to pack for tests.`,
  );
}

/** What electron-builder would download and this machine can do by itself. @param {string[]} targets @param {NodeJS.ProcessEnv} env */
function useSystemTools(targets, env) {
  if (process.platform !== 'linux') return;
  if (targets.some((target) => target.startsWith('tar.') || target === 'zip')) {
    const names = ['7zz', '7za', '7z'];
    if (!names.some((name) => isOnPath(name))) mend(['sevenZip'], []);
    const found = names.find((name) => isOnPath(name));
    const folder = (process.env.PATH ?? '').split(':').find((path) => found && isOnPath(found, { PATH: path }));
    if (found && folder) env.ELECTRON_BUILDER_7ZIP_PATH ??= join(folder, found);
  }
  if (targets.includes('deb') && !targets.includes('rpm') && isOnPath('dpkg-deb')) {
    env.CUSTOM_FPM_PATH ??= join(root, 'scripts', 'pack', 'fpm.mjs');
  }
}

await runScript(async () => {
  const { platform } = process;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') {
    throw new RuntimeError(`Signalbox is not packed for ${platform}.`);
  }
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg.startsWith('-') && !['--dir', '--built', '--runtime=fallback'].includes(arg));
  if (unknown)
    throw new RuntimeError(`${unknown} is not known: --dir, --built, --runtime=fallback, or names of targets.`);
  const fallback = args.includes('--runtime=fallback');
  const named = args.filter((arg) => !arg.startsWith('-'));
  const asked = named.length > 0 ? named : DEFAULT_TARGETS[platform];
  const targets = args.includes('--dir') ? ['dir'] : asked;

  const runtime = await runtimeToPack(fallback);
  const env = { ...process.env };
  useSystemTools(targets, env);
  // `--built`: the tests have just built it.
  if (!args.includes('--built')) run([electronVite, 'build'], env, 'The build');
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const output = fallback ? join('dist', 'fallback') : 'dist';
  const settings = [
    `-c.electronDist=${runtime.dist}`,
    `-c.electronVersion=${runtime.version}`,
    `-c.directories.output=${output}`,
  ];
  const config = ['--config', join('build', 'electron-builder.yml'), '--publish', 'never'];
  run([builder, ...config, PLATFORM_FLAG[platform], ...targets, ...settings], env, 'Packing');
  process.stdout.write(`Packed: ${join(root, output)}\n`);
});
