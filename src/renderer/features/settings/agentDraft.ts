import type { AgentView, SecretPlace } from '@shared/ipc/views';
import { LaunchOptions, launchSupport } from '@shared/launch';
import type { RegistryOrigin } from '@shared/registry';
import { AgentConfig, type AdapterId } from '@shared/settings';
import { argvOf, lineOf } from './argvText';

/** `place`: where a secret that was saved before is; its value is not known here, and an empty one keeps it. */
export interface EnvPair {
  name: string;
  value: string;
  secret: boolean;
  place?: SecretPlace;
  /** Taken away: the agent does not see what Signalbox itself inherited under this name. */
  unset?: boolean;
}

/** `extra` as a line, the rest as settings have it. */
export type LaunchDraft = Omit<LaunchOptions, 'extra'> & { extra: string };

/** An agent's configuration while it is being written: rows instead of lists and records, and nothing is refused. */
export interface AgentDraft {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  env: readonly EnvPair[];
  adapter: AdapterId;
  launch: LaunchDraft;
  /** Where it was installed from, which no form changes. */
  registry?: RegistryOrigin;
}

const launchDraftOf = ({ extra, ...launch }: LaunchOptions): LaunchDraft => ({ ...launch, extra: lineOf(extra) });
const NO_LAUNCH = LaunchOptions.parse({});

export const EMPTY_DRAFT: AgentDraft = {
  id: '',
  name: '',
  command: '',
  args: [],
  env: [],
  adapter: 'generic',
  launch: launchDraftOf(NO_LAUNCH),
};

/** Undefined where the adapter's program has no such options, or none is set. */
export function launchOf({ adapter, launch }: Pick<AgentDraft, 'adapter' | 'launch'>): LaunchOptions | undefined {
  if (launchSupport(adapter) === null) return undefined;
  const addDirs = launch.addDirs.map((folder) => folder.trim()).filter((folder) => folder !== '');
  const made = {
    ...launch,
    endpoint: launch.endpoint.trim(),
    worktree: launch.worktree.trim(),
    addDirs,
    extra: argvOf(launch.extra),
  };
  return JSON.stringify(made) === JSON.stringify({ ...made, ...NO_LAUNCH }) ? undefined : made;
}

export function draftOf({ config, secrets }: Pick<AgentView, 'config' | 'secrets'>): AgentDraft {
  const { id, name, command, args, adapter, unsetEnv = [], launch = NO_LAUNCH } = config;
  const plain = Object.entries(config.env).map(([key, value]): EnvPair => ({ name: key, value, secret: false }));
  const secret = config.secretEnv.map((key): EnvPair => ({ name: key, value: '', secret: true, place: secrets[key] }));
  const unset = unsetEnv.map((key): EnvPair => ({ name: key, value: '', secret: false, unset: true }));
  const env = [...plain, ...secret, ...unset];
  return { id, name, command, args, env, adapter, launch: launchDraftOf(launch), registry: config.registry };
}

/** An id made of the name, for a new agent: "My Agent 2" becomes "my-agent-2". Empty where nothing is left of it. */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 64);
}

export type DraftFault =
  | 'errorName'
  | 'errorId'
  | 'errorIdTaken'
  | 'errorCommand'
  | 'errorEnvName'
  | 'errorEnvTwice'
  | 'errorEndpoint'
  | 'errorWorktree';
export type DraftField = 'name' | 'id' | 'command' | 'endpoint' | 'worktree' | `env.${number}`;
export type DraftFaults = Partial<Record<DraftField, DraftFault>>;

/** `takenIds`: of the other agents. A variable row that is wholly empty does not count. */
export function checkDraft(
  draft: AgentDraft,
  takenIds: readonly string[],
): { config: AgentConfig | null; faults: DraftFaults } {
  const faults: DraftFaults = {};
  const { shape } = AgentConfig;
  if (!shape.name.safeParse(draft.name.trim()).success) faults.name = 'errorName';
  if (!shape.id.safeParse(draft.id).success) faults.id = 'errorId';
  else if (takenIds.includes(draft.id)) faults.id = 'errorIdTaken';
  if (!shape.command.safeParse(draft.command.trim()).success) faults.command = 'errorCommand';
  const launch = launchOf(draft);
  if (launch !== undefined && launch.endpoint !== '' && !/^https?:\/\//.test(launch.endpoint)) {
    faults.endpoint = 'errorEndpoint';
  }
  if (launch?.worktree.startsWith('-') === true) faults.worktree = 'errorWorktree';
  const names = new Set<string>();
  draft.env.forEach(({ name, value }, index) => {
    if (name === '' && value === '') return;
    if (!/^[^=\0]+$/.test(name)) faults[`env.${index}`] = 'errorEnvName';
    else if (names.has(name)) faults[`env.${index}`] = 'errorEnvTwice';
    else names.add(name);
  });
  const named = draft.env.filter(({ name }) => name !== '');
  const unsetEnv = named.filter(({ unset }) => unset === true).map(({ name }) => name);
  const parsed = AgentConfig.safeParse({
    ...draft,
    name: draft.name.trim(),
    command: draft.command.trim(),
    args: [...draft.args],
    env: Object.fromEntries(named.filter(({ unset }) => unset !== true).map(({ name, value }) => [name, value])),
    secretEnv: named.filter(({ secret, unset }) => secret && unset !== true).map(({ name }) => name),
    unsetEnv: unsetEnv.length === 0 ? undefined : unsetEnv,
    launch,
  });
  return { config: parsed.success && Object.keys(faults).length === 0 ? parsed.data : null, faults };
}
