import type { McpServerView } from '@shared/ipc/views';
import { type McpKind, mcpSecretNames, McpServerConfig, mcpValues } from '@shared/mcpServer';
import type { EnvPair } from '../agentDraft';

/** An MCP server while it is being written: the fields of every kind, so that a change of kind loses nothing. */
export interface McpDraft {
  /** '' for a new one: its id is made of its name when it is saved. */
  id: string;
  name: string;
  kind: McpKind;
  command: string;
  args: readonly string[];
  url: string;
  /** Variables of a stdio server, headers of the others. */
  pairs: readonly EnvPair[];
  enabled: boolean;
  /** Null: all of them. */
  agents: readonly string[] | null;
}

export const EMPTY_MCP_DRAFT: McpDraft = {
  id: '',
  name: '',
  kind: 'stdio',
  command: '',
  args: [],
  url: '',
  pairs: [],
  enabled: true,
  agents: null,
};

export function mcpDraftOf({ config, secrets }: Pick<McpServerView, 'config' | 'secrets'>): McpDraft {
  const { id, name, kind, enabled, agents } = config;
  const plain = Object.entries(mcpValues(config)).map(([key, value]): EnvPair => ({ name: key, value, secret: false }));
  const secret = mcpSecretNames(config).map((key): EnvPair => ({
    name: key,
    value: '',
    secret: true,
    place: secrets[key],
  }));
  const place = config.kind === 'stdio' ? { command: config.command, args: config.args } : { url: config.url };
  return { ...EMPTY_MCP_DRAFT, id, name, kind, enabled, agents, pairs: [...plain, ...secret], ...place };
}

export type McpFault =
  | 'errorName'
  | 'errorNameTaken'
  | 'errorCommand'
  | 'errorUrl'
  | 'errorHeader'
  | 'errorHeaderValue'
  | 'errorVariable'
  | 'errorTwice'
  | 'errorNoAgent';
export type McpField = 'name' | 'command' | 'url' | 'agents' | `pair.${number}`;
export type McpFaults = Partial<Record<McpField, McpFault>>;

const VARIABLE = /^[^=\0\r\n]+$/;
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** `others`: the servers that are there beside this one. A row of which nothing is filled in does not count. */
export function checkMcpDraft(
  draft: McpDraft,
  others: readonly McpServerConfig[],
): { config: McpServerConfig | null; faults: McpFaults } {
  const faults: McpFaults = {};
  const isStdio = draft.kind === 'stdio';
  const name = draft.name.trim();
  if (name === '' || name.length > 80) faults.name = 'errorName';
  else if (others.some((other) => other.name === name)) faults.name = 'errorNameTaken';
  if (isStdio && draft.command.trim() === '') faults.command = 'errorCommand';
  if (!isStdio && !isWebAddress(draft.url.trim())) faults.url = 'errorUrl';
  if (draft.agents?.length === 0) faults.agents = 'errorNoAgent';
  const seen = new Set<string>();
  draft.pairs.forEach((pair, index) => {
    if (pair.name === '' && pair.value === '') return;
    const key = isStdio ? pair.name : pair.name.toLowerCase();
    if (!(isStdio ? VARIABLE : HEADER).test(pair.name)) {
      faults[`pair.${index}`] = isStdio ? 'errorVariable' : 'errorHeader';
    } else if (seen.has(key)) faults[`pair.${index}`] = 'errorTwice';
    else if (!isStdio && /[\0\r\n]/.test(pair.value)) faults[`pair.${index}`] = 'errorHeaderValue';
    seen.add(key);
  });
  if (Object.keys(faults).length > 0) return { config: null, faults };
  const named = draft.pairs.filter((pair) => pair.name !== '');
  const values = Object.fromEntries(named.map((pair) => [pair.name, pair.value]));
  const secretNames = named.filter(({ secret }) => secret).map((pair) => pair.name);
  const ids = others.map(({ id }) => id);
  const common = {
    id: draft.id === '' ? freeId(name, ids) : draft.id,
    name,
    enabled: draft.enabled,
    agents: draft.agents,
  };
  const parsed = McpServerConfig.safeParse(
    isStdio
      ? {
          ...common,
          kind: 'stdio',
          command: draft.command.trim(),
          args: draft.args,
          env: values,
          secretEnv: secretNames,
        }
      : { ...common, kind: draft.kind, url: draft.url.trim(), headers: values, secretHeaders: secretNames },
  );
  return { config: parsed.success ? parsed.data : null, faults };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Of the name's letters and digits; a name without any of them still gets one. */
function freeId(name: string, taken: readonly string[]): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 48) || 'server';
  let id = base;
  for (let count = 2; taken.includes(id); count += 1) id = `${base}-${count}`;
  return id;
}
