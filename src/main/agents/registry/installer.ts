import { join } from 'node:path';
import { AppFailure, fail, ok, type Result } from '@shared/errors';
import type { InstallKind, InstallPhase } from '@shared/registry';
import { downloadFile } from './download';
import type { Binary, RegistryEntry } from './entry';
import type { Launch } from './launch';
import { installNpmPackage } from './npmInstall';
import type { ProcessKeeping } from './toolRun';
import type { Tools } from './tools';
import { unpack } from './unpack';
import type { UnpackLimits } from './unpackBudget';
import type { VersionFolders } from './versionFolders';

export interface InstallLimits {
  /** Of an archive as it is downloaded. */
  downloadBytes: number;
  unpacked: UnpackLimits;
}

export const INSTALL_LIMITS: InstallLimits = {
  downloadBytes: 1024 ** 3,
  unpacked: { bytes: 4 * 1024 ** 3, entries: 200_000 },
};

export interface InstallProgress {
  phase(phase: InstallPhase): void;
  bytes(received: number, total: number | null): void;
  line(line: string): void;
}

export interface InstallOptions {
  folders: VersionFolders;
  tools: Tools;
  env: Readonly<Record<string, string>>;
  limits: InstallLimits;
  keeping: ProcessKeeping;
  signal: AbortSignal;
  progress: InstallProgress;
}

/** Brings one version of an entry onto this machine, and answers how it is started. Nothing of it is in the settings yet. */
export async function obtain(
  entry: RegistryEntry,
  kind: InstallKind,
  options: InstallOptions,
): Promise<Result<Launch>> {
  const { tools, folders, progress, signal, keeping, env } = options;
  if (kind === 'npx' && entry.npx !== undefined) {
    if (tools.node === undefined) return missing('node');
    if (tools.npm === undefined) return missing('npm');
    progress.phase('installing');
    await folders.drop(entry.id, entry.version, kind);
    const folder = folders.path(entry.id, entry.version, kind);
    const named = { ...entry.npx, package: withVersion(entry.npx.package, entry.version) };
    const line = (text: string): void => progress.line(text);
    const npm = { npm: tools.npm, folder, privateCache: folders.npmCache, env, signal, onLine: line };
    return installNpmPackage(named, npm, keeping);
  }
  if (kind === 'uvx' && entry.uvx !== undefined) {
    if (tools.uvx === undefined) return missing('uvx');
    const { cmd, args } = entry.uvx;
    const from = cmd === undefined ? [entry.uvx.package] : ['--from', entry.uvx.package, cmd];
    // uv keeps the package itself and fetches it at the first start, which is the check.
    return ok({ command: 'uvx', args: [...from, ...args], env: entry.uvx.env });
  }
  if (kind === 'binary' && entry.binary !== undefined) return obtainBinary(entry, entry.binary, options);
  return fail({ code: 'registry.notOffered', entryId: entry.id });
}

async function obtainBinary(entry: RegistryEntry, binary: Binary, options: InstallOptions): Promise<Result<Launch>> {
  const { folders, progress, signal, keeping, env, limits } = options;
  const name = keeping.newId();
  const work = await folders.work(name);
  try {
    progress.phase('downloading');
    const archive = join(work, 'archive');
    const downloaded = await downloadFile(binary.archive, archive, {
      env,
      signal,
      maxBytes: limits.downloadBytes,
      sha256: binary.sha256,
      onProgress: (received, total) => progress.bytes(received, total),
    });
    if (!downloaded.ok) return downloaded;
    progress.phase('unpacking');
    const into = join(work, 'files');
    const program = await unpack(archive, {
      url: binary.archive,
      cmd: binary.cmd,
      into,
      limits: limits.unpacked,
      signal,
    });
    await folders.adopt(into, entry.id, entry.version, 'binary');
    const command = join(folders.path(entry.id, entry.version, 'binary'), program.slice(into.length));
    return ok({ command, args: [...binary.args], env: { ...binary.env } });
  } catch (thrown) {
    if (thrown instanceof AppFailure) return fail(thrown.error);
    throw thrown;
  } finally {
    await folders.dropWork(name);
  }
}

const missing = (tool: string) => fail({ code: 'registry.toolMissing', tool });

const withVersion = (name: string, version: string): string =>
  name.lastIndexOf('@') > 0 ? name : `${name}@${version}`;
