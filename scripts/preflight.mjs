#!/usr/bin/env node
// @ts-check
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, readdirSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveElectron } from './electronRuntime.mjs';
import { RuntimeError, runScript } from './runtime/runtimeError.mjs';
import { DEBIAN_LIBRARIES, FONT_FILES, PACKAGES } from './runtime/systemPackages.mjs';

/** @typedef {'xvfb' | 'git' | 'sevenZip' | 'fonts.core' | 'fonts.cjk' | 'fonts.emoji'} Need */

const NODE_LEAST = [20, 19];

/** @param {string} [version] */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = NODE_LEAST;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new RuntimeError(
    `Signalbox needs Node ${NODE_LEAST.join('.')} or newer, and this is ${version}. Install it from https://nodejs.org and start again.`,
  );
}

/** @param {string} program @param {NodeJS.ProcessEnv} [env] */
export function isOnPath(program, env = process.env) {
  return (env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** True when windows can open on the person's own screen. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The needs that this purpose has and this machine lacks, libraries aside. @param {{ display: boolean }} purpose */
function missingNeeds({ display }) {
  /** @type {Need[]} */
  const missing = [];
  if (!isOnPath('git')) missing.push('git');
  // With a screen the person's own fonts and X server are used; a picture for a test wants known ones.
  if (display) return missing;
  if (!isOnPath('Xvfb')) missing.push('xvfb');
  const fonts = fontFiles();
  for (const need of /** @type {const} */ (['fonts.core', 'fonts.cjk', 'fonts.emoji'])) {
    if (!fonts.some((name) => FONT_FILES[need].test(name))) missing.push(need);
  }
  return missing;
}

function fontFiles() {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')];
  return folders.flatMap((folder) => {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => entry.name);
  });
}

/** The shared libraries that the executable links and the system lacks. @param {string} executable */
function missingLibraries(executable) {
  const { stdout, error } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (error) return [];
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
}

/** @returns {keyof typeof PACKAGES | undefined} */
function packageManager() {
  if (isOnPath('apt-get')) return 'apt';
  if (isOnPath('dnf')) return 'dnf';
  return isOnPath('pacman') ? 'pacman' : undefined;
}

/**
 * The one command that installs what is missing, as argument lists to run one after the other.
 * @param {keyof typeof PACKAGES} manager @param {Need[]} needs @param {string[]} libraries
 */
export function installCommands(manager, needs, libraries) {
  const known = Object.entries(DEBIAN_LIBRARIES);
  const exact = libraries.map((library) => known.find(([name]) => name === library)?.[1]);
  const forLibraries =
    manager === 'apt' && exact.every((name) => name !== undefined) ? exact : PACKAGES[manager].libraries;
  const packages = [
    ...new Set([...(libraries.length > 0 ? forLibraries : []), ...needs.flatMap((need) => PACKAGES[manager][need])]),
  ].filter((name) => name !== undefined);
  if (manager === 'dnf') return [['dnf', 'install', '-y', ...packages]];
  if (manager === 'pacman') return [['pacman', '-Sy', '--needed', '--noconfirm', ...packages]];
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ];
}

/** Debian 13 and Ubuntu 24.04 renamed packages to NAMEt64, and the old name is not always provided. @param {string[]} names */
function currentNames(names) {
  const { stdout } = spawnSync('apt-cache', ['pkgnames'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const existing = new Set((stdout ?? '').split('\n'));
  return names.map((name) => (!name.startsWith('-') && existing.has(`${name}t64`) ? `${name}t64` : name));
}

/**
 * Ctrl-C at an installation reaches dpkg too and leaves packages unpacked but not set up: their files are there, so
 * nothing seems missing, but fonts have no settings, and apt-get refuses to install more.
 */
export function finishInterruptedInstallation() {
  if (process.getuid?.() !== 0 || !isOnPath('dpkg')) return;
  const { stdout } = spawnSync('dpkg', ['--audit'], { encoding: 'utf8' });
  if (!stdout) return;
  process.stderr.write('Finishing an installation that was interrupted, with dpkg.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // What it cannot finish may be no concern of ours: what is still missing afterwards decides.
  spawnSync('dpkg', ['--configure', '-a'], { stdio: 'ignore', env });
}

/** @param {string[][]} commands @param {string} what */
function installAsRoot(commands, what) {
  process.stderr.write(`Installing what is missing (${what}) with apt-get.\n`);
  for (const [program = '', ...args] of commands) {
    const lockWait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
    const { status, stdout, stderr, error } = spawnSync(program, [...lockWait, ...currentNames(args)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    // A mirror that fails for one list still leaves the others usable: the installation decides.
    if (status === 0 || args[0] === 'update') continue;
    const line = `${stderr ?? ''}\n${stdout ?? ''}`.split('\n').find((text) => text.startsWith('E:'));
    throw new RuntimeError(
      `apt-get could not install ${what}: ${error?.message ?? line ?? `it ended with ${status}`}. Run it by hand: ${commandLine(commands)}`,
    );
  }
}

/** @param {string[][]} commands */
function commandLine(commands) {
  const prefix = process.getuid?.() === 0 ? '' : 'sudo ';
  return commands.map((command) => prefix + command.join(' ')).join(' && ');
}

/** @type {Record<Need, string>} */
const NAMES = {
  git: 'git',
  xvfb: 'Xvfb',
  sevenZip: '7-Zip',
  'fonts.core': 'Noto fonts',
  'fonts.cjk': 'Chinese fonts',
  'fonts.emoji': 'emoji font',
};

/** @param {Need[]} needs @param {string[]} libraries */
function describe(needs, libraries) {
  const shown = libraries.length > 3 ? [`${libraries.length} shared libraries`] : libraries;
  return [...needs.map((need) => NAMES[need]), ...shown].join(', ');
}

/** Installs what is missing, or says how to. @param {Need[]} needs @param {string[]} libraries */
export function mend(needs, libraries) {
  const what = describe(needs, libraries);
  const manager = packageManager();
  if (!manager)
    throw new RuntimeError(`Missing: ${what}. Install them with your system's package manager and start again.`);
  const commands = installCommands(manager, needs, libraries);
  if (manager !== 'apt' || process.getuid?.() !== 0) {
    throw new RuntimeError(`Missing: ${what}. Run: ${commandLine(commands)}`);
  }
  installAsRoot(commands, what);
}

/** Switches that Chromium needs on this machine to start at all, with the reason of each. */
export function electronFlags(platform = process.platform, uid = process.getuid?.()) {
  if (platform !== 'linux') return [];
  const flags = [];
  // Chromium refuses to run as root inside its sandbox.
  if (uid === 0) flags.push('--no-sandbox');
  else if (sandboxIsForbidden()) {
    process.stderr.write(
      'This system forbids user namespaces to ordinary programs, so Electron starts without its sandbox. To keep it: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0\n',
    );
    flags.push('--no-sandbox');
  }
  // A container's default of 64 MB is too small for Chromium's shared memory: its renderer crashes.
  if (sharedMemoryBytes() < 256 * 1024 * 1024) flags.push('--disable-dev-shm-usage');
  return flags;
}

function sandboxIsForbidden() {
  const read = (/** @type {string} */ name) => {
    const file = `/proc/sys/kernel/${name}`;
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  return read('apparmor_restrict_unprivileged_userns') === '1' || read('unprivileged_userns_clone') === '0';
}

function sharedMemoryBytes() {
  if (!existsSync('/dev/shm')) return 0;
  const { blocks, bsize } = statfsSync('/dev/shm');
  return blocks * bsize;
}

/**
 * Makes this machine able to run the app, or says in one line what to do.
 * @param {{ display: boolean }} purpose `display`: the person's own screen is used; else a virtual one
 * @returns {Promise<import('./electronRuntime.mjs').ElectronRuntime>}
 * @throws {RuntimeError}
 */
export async function preflight({ display }) {
  checkNode();
  const linux = process.platform === 'linux';
  if (!linux && !isOnPath('git') && !isOnPath('git.exe')) {
    throw new RuntimeError('git is missing. Install it from https://git-scm.com and start again.');
  }
  const runtime = await resolveElectron();
  if (!linux) return runtime;
  finishInterruptedInstallation();
  const needs = missingNeeds({ display });
  const libraries = missingLibraries(runtime.executable);
  if (needs.length > 0 || libraries.length > 0) {
    mend(needs, libraries);
    const still = describe(missingNeeds({ display }), missingLibraries(runtime.executable));
    if (still) {
      throw new RuntimeError(`Still missing after the installation: ${still}. Install them by hand and start again.`);
    }
  }
  return runtime;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runScript(async () => {
    await preflight({ display: !process.argv.includes('--tests') && hasDisplay() });
    process.stderr.write('Ready.\n');
  });
}
