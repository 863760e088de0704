import type { AgentView, SecretPlace } from '@shared/ipc/views';
import { AgentConfig, type AdapterId } from '@shared/settings';

/** `place`: where a secret that was saved before is; its value is not known here, and an empty one keeps it. */
export interface EnvPair {
  name: string;
  value: string;
  secret: boolean;
  place?: SecretPlace;
}

/** An agent's configuration while it is being written: rows instead of lists and records, and nothing is refused. */
export interface AgentDraft {
  id: string;
  name: string;
  command: string;
  args: readonly string[];
  env: readonly EnvPair[];
  adapter: AdapterId;
}

export const EMPTY_DRAFT: AgentDraft = { id: '', name: '', command: '', args: [], env: [], adapter: 'generic' };

export function draftOf({ config, secrets }: Pick<AgentView, 'config' | 'secrets'>): AgentDraft {
  const { id, name, command, args, adapter } = config;
  const plain = Object.entries(config.env).map(([key, value]): EnvPair => ({ name: key, value, secret: false }));
  const secret = config.secretEnv.map((key): EnvPair => ({ name: key, value: '', secret: true, place: secrets[key] }));
  return { id, name, command, args, env: [...plain, ...secret], adapter };
}

/** An id made of the name, for a new agent: "My Agent 2" becomes "my-agent-2". Empty where nothing is left of it. */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 64);
}

export type DraftFault = 'errorName' | 'errorId' | 'errorIdTaken' | 'errorCommand' | 'errorEnvName' | 'errorEnvTwice';
export type DraftField = 'name' | 'id' | 'command' | `env.${number}`;
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
  const env = new Map<string, string>();
  draft.env.forEach(({ name, value }, index) => {
    if (name === '' && value === '') return;
    if (!/^[^=\0]+$/.test(name)) faults[`env.${index}`] = 'errorEnvName';
    else if (env.has(name)) faults[`env.${index}`] = 'errorEnvTwice';
    else env.set(name, value);
  });
  const parsed = AgentConfig.safeParse({
    ...draft,
    name: draft.name.trim(),
    command: draft.command.trim(),
    args: [...draft.args],
    env: Object.fromEntries(env),
    secretEnv: draft.env.filter(({ name, secret }) => secret && name !== '').map(({ name }) => name),
  });
  return { config: parsed.success && Object.keys(faults).length === 0 ? parsed.data : null, faults };
}
