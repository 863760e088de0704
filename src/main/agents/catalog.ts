import type { AgentId } from '@shared/ids';
import type { AgentConfig, Settings } from '@shared/settings';

export const DEMO_AGENT_ID = 'demo';

/** What ships with Signalbox. `command` may be overridden by the person (same id in `settings.agents`). */
const catalogue: readonly AgentConfig[] = [
  { id: 'cursor', name: 'Cursor', command: 'cursor-agent', args: ['acp'], env: {}, secretEnv: [], adapter: 'cursor' },
  { id: 'claude', name: 'Claude', command: 'claude-agent-acp', args: [], env: {}, secretEnv: [], adapter: 'claude' },
  { id: 'codex', name: 'Codex', command: 'codex-acp', args: [], env: {}, secretEnv: [], adapter: 'codex' },
  { id: 'gemini', name: 'Gemini', command: 'gemini', args: ['--acp'], env: {}, secretEnv: [], adapter: 'gemini' },
  { id: 'opencode', name: 'OpenCode', command: 'opencode', args: ['acp'], env: {}, secretEnv: [], adapter: 'opencode' },
  { id: 'copilot', name: 'Copilot', command: 'copilot', args: ['--acp'], env: {}, secretEnv: [], adapter: 'copilot' },
];

const demo: AgentConfig = {
  id: DEMO_AGENT_ID,
  name: 'Demo',
  command: 'signalbox-demo',
  args: [],
  env: {},
  secretEnv: [],
  adapter: 'demo',
};

export interface CatalogEntry {
  config: AgentConfig;
  origin: 'catalog' | 'custom' | 'demo';
  changed: boolean;
}

/** The agents on the person's list: the catalogue as changed and thinned out, then their own, then the demo. */
export function listAgents(settings: Settings): CatalogEntry[] {
  const own = new Map(settings.agents.map((agent) => [agent.id, agent]));
  const shipped = catalogue
    .filter((agent) => !settings.hiddenAgents.includes(agent.id))
    .map((agent): CatalogEntry => {
      const changed = own.get(agent.id);
      own.delete(agent.id);
      return { config: changed ?? agent, origin: 'catalog', changed: changed !== undefined };
    });
  own.delete(DEMO_AGENT_ID);
  const custom = [...own.values()]
    .filter((agent) => !settings.hiddenAgents.includes(agent.id))
    .map((config): CatalogEntry => ({ config, origin: 'custom', changed: false }));
  return [...shipped, ...custom, { config: demo, origin: 'demo', changed: false }];
}

export const findAgent = (settings: Settings, agentId: AgentId): CatalogEntry | undefined =>
  listAgents(settings).find((entry) => entry.config.id === agentId);

export const isShipped = (agentId: AgentId): boolean => catalogue.some((agent) => agent.id === agentId);
