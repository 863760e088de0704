import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';

/*
 * What an agent finds around it: the person's own environment, not that of the program that happens to start it. What the
 * login shell knows besides is in `base` already (discovery/userEnvironment); the folders that installers use are
 * appended here, never put before it.
 */

/** The name of the variable that marks every process of one run. */
export const RUN_MARK = 'SIGNALBOX_RUN';
/** The name of the variable that marks every process of one terminal, beside the run's mark. */
export const TERMINAL_MARK = 'SIGNALBOX_TERMINAL';

const windows = process.platform === 'win32';

/** Set by npm for scripts, by Electron, by AppImage's starter, and by us: true for what the agent must not see. */
function belongsToStarter(name: string, value: string): boolean {
  if (name.startsWith('npm_') || name === 'INIT_CWD') return true;
  if (name.startsWith('ELECTRON_') || name === 'ORIGINAL_XDG_CURRENT_DESKTOP') return true;
  // Chromium's own; CHROME_BIN, CHROME_PATH and CHROME_EXECUTABLE are how people point their test tools at a browser.
  if (name.startsWith('CHROME_')) return !/^CHROME_(BIN|PATH|EXECUTABLE)$/.test(name);
  if (name === 'NODE_OPTIONS') return /electron/i.test(value);
  if (name.startsWith('NODE_CHANNEL_')) return true;
  if (name === 'APPIMAGE' || name === 'APPDIR' || name === 'ARGV0' || name === 'OWD') return true;
  return name.startsWith('SIGNALBOX_');
}

/** Lists that AppImage's starter puts its own folders into. */
const APPIMAGE_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR'];

/**
 * The environment of one run. `extra` (the agent's settings) wins over `base`, only the mark wins over it.
 * An `extra` value of '' sets an empty variable; `unset` takes inherited ones away.
 */
export function agentEnvironment(
  base: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>>,
  runId: string,
  unset: readonly string[] = [],
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && !belongsToStarter(name, value)) env[name] = value;
  }
  // Electron overwrites it on Linux and keeps the desktop's own value aside.
  if (base['ORIGINAL_XDG_CURRENT_DESKTOP']) env['XDG_CURRENT_DESKTOP'] = base['ORIGINAL_XDG_CURRENT_DESKTOP'];
  withoutAppImage(env, base['APPDIR']);
  if (base['npm_lifecycle_event']) withoutNpmFolders(env);
  for (const name of unset) delete env[keyOf(env, name)];
  for (const [name, value] of Object.entries(extra)) env[keyOf(env, name)] = value;
  const path = keyOf(env, 'PATH');
  env[path] = appendFolders(env[path] ?? '', wellKnownBinFolders(env));
  env[RUN_MARK] = runId;
  return env;
}

/** The name under which the environment already holds the variable: Windows writes `Path` and does not tell cases apart. */
function keyOf(env: Readonly<Record<string, string>>, name: string): string {
  if (!windows || name in env) return name;
  const wanted = name.toUpperCase();
  return Object.keys(env).find((key) => key.toUpperCase() === wanted) ?? name;
}

/** The search path of an environment, however its name is written. */
export function pathOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env[windows ? (Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH') : 'PATH'];
}

export function withPath(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): Record<string, string | undefined> {
  const others = Object.entries(env).filter(([key]) => (windows ? key.toUpperCase() : key) !== 'PATH');
  return { ...Object.fromEntries(others), [windows ? 'Path' : 'PATH']: path };
}

function withoutAppImage(env: Record<string, string>, appDir: string | undefined): void {
  if (!appDir) return;
  for (const name of APPIMAGE_LISTS) {
    const entries = env[name]?.split(':');
    const kept = entries?.filter((entry) => entry !== appDir && !entry.startsWith(appDir + '/'));
    if (!entries || kept?.length === entries.length) continue;
    if (kept?.some((entry) => entry !== '')) env[name] = kept.join(':');
    else delete env[name];
  }
}

/** `npm start` puts the tools of Signalbox's own packages before the person's; an agent must not pick those up. */
function withoutNpmFolders(env: Record<string, string>): void {
  const path = keyOf(env, 'PATH');
  const entries = (env[path] ?? '').split(delimiter);
  env[path] = entries
    .filter((entry) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(entry))
    .join(delimiter);
}

function appendFolders(path: string, folders: readonly string[]): string {
  const entries = path.split(delimiter).filter((entry) => entry !== '');
  const seen = new Set(entries.map((entry) => resolve(entry)));
  return [...entries, ...folders.filter((folder) => !seen.has(resolve(folder)))].join(delimiter);
}

/** Folders where installers of agents and of Node put programs, those that exist, the likeliest first. */
export function wellKnownBinFolders(env: Readonly<Record<string, string | undefined>>): string[] {
  const home = (windows ? env['USERPROFILE'] : env['HOME']) || homedir();
  const at = (...parts: string[]): string => join(home, ...parts);
  const folders: (string | undefined)[] = windows
    ? [
        env['APPDATA'] && join(env['APPDATA'], 'npm'),
        env['LOCALAPPDATA'] && join(env['LOCALAPPDATA'], 'cursor-agent'),
        env['LOCALAPPDATA'] && join(env['LOCALAPPDATA'], 'Volta', 'bin'),
        env['LOCALAPPDATA'] && join(env['LOCALAPPDATA'], 'pnpm'),
        env['ProgramFiles'] && join(env['ProgramFiles'], 'nodejs'),
        at('.local', 'bin'),
        at('scoop', 'shims'),
        at('.bun', 'bin'),
        at('.cargo', 'bin'),
      ]
    : [
        at('.local', 'bin'),
        at('bin'),
        '/usr/local/bin',
        '/opt/homebrew/bin',
        '/home/linuxbrew/.linuxbrew/bin',
        at('.npm-global', 'bin'),
        at('.npm-packages', 'bin'),
        env['VOLTA_HOME'] ? join(env['VOLTA_HOME'], 'bin') : at('.volta', 'bin'),
        env['BUN_INSTALL'] ? join(env['BUN_INSTALL'], 'bin') : at('.bun', 'bin'),
        at('.opencode', 'bin'),
        env['CARGO_HOME'] ? join(env['CARGO_HOME'], 'bin') : at('.cargo', 'bin'),
        at('.deno', 'bin'),
        at('.asdf', 'shims'),
        at('.local', 'share', 'mise', 'shims'),
        env['PNPM_HOME'] ?? at('.local', 'share', 'pnpm'),
        at('Library', 'pnpm'),
        at('.yarn', 'bin'),
        at('go', 'bin'),
        env['N_PREFIX'] ? join(env['N_PREFIX'], 'bin') : at('n', 'bin'),
        ...versions(env['NVM_DIR'] ? join(env['NVM_DIR'], 'versions', 'node') : at('.nvm', 'versions', 'node'), 'bin'),
        ...versions(at('.local', 'share', 'fnm', 'node-versions'), 'installation', 'bin'),
        ...versions(at('Library', 'Application Support', 'fnm', 'node-versions'), 'installation', 'bin'),
      ];
  return folders.filter((folder): folder is string => Boolean(folder) && isFolder(folder ?? ''));
}

/** One folder for each installed version, newest first. */
function versions(folder: string, ...rest: string[]): string[] {
  const found = isFolder(folder) ? readdirSync(folder) : [];
  const newestFirst = found.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newestFirst.map((version) => join(folder, version, ...rest));
}

/**
 * The absolute path of the program that `command` names, or undefined. A name is looked up in `env`'s PATH (with PATHEXT
 * on Windows), `~/` is the person's home, and a relative path counts from `cwd`.
 */
export function resolveCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd = process.cwd(),
): string | undefined {
  if (command === '' || command.includes('\0')) return undefined;
  const home = (windows ? env['USERPROFILE'] : env['HOME']) || homedir();
  const named = /^~[\\/]/.test(command) ? join(home, command.slice(2)) : command;
  const folders = isPathLike(named) ? [''] : searchedFolders(pathOf(env));
  return programsIn(folders, named, env, cwd)[0];
}

/** A command that names a file and is not looked up: with a folder in it. */
export function isPathLike(command: string): boolean {
  return isAbsolute(command) || command.includes('/') || (windows && command.includes(sep));
}

/** Every program of this name in the folders, in their order; for who must look at more than the first. */
export function programsIn(
  folders: readonly string[],
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd = process.cwd(),
): string[] {
  return folders.flatMap((folder) =>
    endings(name, env)
      .map((ending) => resolve(cwd, folder, name + ending))
      .filter(isExecutable),
  );
}

/** The entries of a PATH, each once, for the search and for telling where was searched. */
export function searchedFolders(path: string | undefined): string[] {
  return [...new Set((path ?? '').split(delimiter).filter((entry) => entry !== ''))];
}

function endings(command: string, env: Readonly<Record<string, string | undefined>>): string[] {
  if (!windows) return [''];
  const known = (env['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const named = known.some((ending) => command.toUpperCase().endsWith(ending.toUpperCase()));
  // A bare name on Windows is never itself the program: npm writes a shell script of that name beside the .cmd.
  return named ? ['', ...known] : known;
}

/** A folder that may be listed; one that may not, or cannot be looked at, is of no use to a search. */
export function isFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
