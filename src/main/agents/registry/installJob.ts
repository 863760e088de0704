import { type AppError, toAppError, fail, type Result } from '@shared/errors';
import type { AgentProbe } from '@shared/ipc/views';
import type { InstallJob, InstallKind, RegistryOrigin } from '@shared/registry';
import type { AgentConfig, Settings } from '@shared/settings';
import { agentConfig, agentIdOf, installedAgent } from './agentOfEntry';
import type { RegistryEntry } from './entry';
import { type InstallLimits, type InstallProgress, obtain } from './installer';
import type { Launch } from './launch';
import type { ProcessKeeping } from './toolRun';
import { findTools } from './tools';
import type { VersionFolders } from './versionFolders';

export interface InstallWorld {
  folders: VersionFolders;
  limits: InstallLimits;
  keeping: ProcessKeeping;
  env: () => Promise<Readonly<Record<string, string>>>;
  settings: () => Settings;
  /** A real start and initialize of this configuration. */
  check: (config: AgentConfig, signal: AbortSignal, onLine: (line: string) => void) => Promise<Result<AgentProbe>>;
  /** Puts it on the person's list, with what it told of itself, or why it could not be started. */
  save: (config: AgentConfig, probe: AgentProbe | null, error: AppError | null) => Promise<Result<null>>;
}

/** How an install ended. */
export type InstallOutcome =
  | { status: 'done' }
  | { status: 'cancelled' }
  | { status: 'failed'; error: AppError; left: InstallJob['left'] };

/**
 * Installs or updates one entry. A new version, or the same in another kind, lies beside the old one and takes its place only after it has answered
 * initialize; what fails or is cancelled before that is removed again. A first install that does not start stays, since
 * it may only lack a key, and says so.
 */
export async function runInstall(
  entry: RegistryEntry,
  kind: InstallKind,
  world: InstallWorld,
  signal: AbortSignal,
  progress: InstallProgress,
): Promise<InstallOutcome> {
  const old = installedAgent(world.settings(), entry.id);
  const isUpdate = old !== null;
  const isOther = old?.registry.version !== entry.version || old.registry.kind !== kind;
  const origin: RegistryOrigin = { id: entry.id, version: entry.version, kind };
  const undo = async (fault: AppError): Promise<InstallOutcome> => {
    try {
      if (isOther) await world.folders.drop(entry.id, entry.version, kind);
    } catch {
      // What cannot be removed now (Windows holds files) goes with the next sweep.
    }
    if (signal.aborted) return { status: 'cancelled' };
    return { status: 'failed', error: fault, left: isUpdate ? 'old' : 'nothing' };
  };
  try {
    const launch = await obtained(entry, kind, world, signal, progress);
    if (!launch.ok) return await undo(launch.error);
    const settings = world.settings();
    const from = old?.registry;
    const oldRecord = from === undefined ? null : await world.folders.record(entry.id, from.version, from.kind);
    const config = agentConfig(settings, entry, launch.value, origin, oldRecord);
    progress.phase('checking');
    const checked = await world.check(config, signal, (line) => progress.line(line));
    if (!checked.ok && (isUpdate || signal.aborted)) return await undo(checked.error);
    const saved = await world.save(config, checked.ok ? checked.value : null, checked.ok ? null : checked.error);
    if (!saved.ok) return await undo(saved.error);
    return checked.ok ? { status: 'done' } : { status: 'failed', error: checked.error, left: 'new' };
  } catch (thrown) {
    const error = toAppError(thrown);
    return undo(error.code === 'engine.failed' ? { code: 'install.failed', message: error.message } : error);
  }
}

/** What is there already whole is used again; else it is fetched, and the record that says "whole" is written last. */
async function obtained(
  entry: RegistryEntry,
  kind: InstallKind,
  world: InstallWorld,
  signal: AbortSignal,
  progress: InstallProgress,
): Promise<Result<Launch>> {
  const { folders, keeping, limits } = world;
  const record = await folders.record(entry.id, entry.version, kind);
  if (record !== null) return { ok: true, value: record };
  const env = await world.env();
  const launch = await obtain(entry, kind, { folders, keeping, limits, env, tools: findTools(env), signal, progress });
  if (!launch.ok) return launch;
  if (signal.aborted) return fail({ code: 'agent.stopped' });
  const agentId = agentIdOf(world.settings(), entry.id);
  if (kind !== 'uvx') {
    await folders.finish({ entryId: entry.id, agentId, version: entry.version, kind, ...launch.value });
  }
  return launch;
}
