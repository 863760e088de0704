import type { AgentCapabilities } from '@shared/acp/initialize';
import type { McpServer } from '@shared/acp/sessionMethods';
import { fail, type Result } from '@shared/errors';
import type { AgentId } from '@shared/ids';
import type { McpServerView } from '@shared/ipc/views';
import { type McpGiven, type McpLeftOut, mcpSecretNames, type McpServerConfig, mcpValues } from '@shared/mcpServer';
import type { Settings } from '@shared/settings';
import { agentEnvironment, resolveCommand } from './environment';
import type { SecretStore } from './secretStore';

export interface McpServersOptions {
  settings: () => Settings;
  updateSettings: (change: (settings: Settings) => Settings) => Promise<Result<null>>;
  secrets: SecretStore;
  /** The person's own, in which a server's program is looked for. */
  environment: { base(): Promise<NodeJS.ProcessEnv> };
}

/** Beside the agents' in the same store; an agent's id has no colon. */
const owner = (id: string): string => `mcp:${id}`;

/** The person's own MCP servers: what settings have of them, and what a session tells its agent. */
export class McpServers {
  readonly #options: McpServersOptions;

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  async views(): Promise<McpServerView[]> {
    const base = await this.#options.environment.base();
    return this.#options.settings().mcpServers.map((config) => ({
      config,
      secrets: Object.fromEntries(
        mcpSecretNames(config).map((name) => [name, this.#options.secrets.place(owner(config.id), name)]),
      ),
      executable: config.kind === 'stdio' ? (executableOf(config, base, process.cwd()) ?? null) : null,
    }));
  }

  /** Values under a secret's name go to the secret store; one without a value keeps what is there (as with agents). */
  async save(given: McpServerConfig, acceptPlain: boolean): Promise<Result<null>> {
    const { settings, updateSettings, secrets } = this.#options;
    const others = settings().mcpServers.filter(({ id }) => id !== given.id);
    if (others.some(({ name }) => name === given.name)) {
      return fail({ code: 'settings.invalid', path: 'mcpServers.name', message: `"${given.name}" is there already` });
    }
    const names = mcpSecretNames(given);
    const values = Object.entries(mcpValues(given));
    const secret = values.filter(([name, value]) => names.includes(name) && value !== '');
    const kept = await secrets.set(owner(given.id), names, Object.fromEntries(secret), acceptPlain);
    if (!kept.ok) return kept;
    const server = withValues(given, Object.fromEntries(values.filter(([name]) => !names.includes(name))));
    return updateSettings((now) => {
      const isKnown = now.mcpServers.some(({ id }) => id === server.id);
      return {
        ...now,
        mcpServers: isKnown
          ? now.mcpServers.map((old) => (old.id === server.id ? server : old))
          : [...now.mcpServers, server],
      };
    });
  }

  async remove(id: string): Promise<Result<null>> {
    const forgotten = await this.#options.secrets.set(owner(id), [], {}, false);
    if (!forgotten.ok) return forgotten;
    return this.#options.updateSettings((now) => ({
      ...now,
      mcpServers: now.mcpServers.filter((server) => server.id !== id),
    }));
  }

  /**
   * What to send with session/new, load and resume, by what the agent said that it can (acp.md 3.11): every agent takes
   * stdio servers, http and sse only those that say so.
   */
  async forSession(
    agentId: AgentId,
    can: AgentCapabilities['mcp'],
    cwd: string,
  ): Promise<{ servers: McpServer[]; told: McpGiven }> {
    const servers: McpServer[] = [];
    const leftOut: McpLeftOut[] = [];
    for (const config of this.#options.settings().mcpServers) {
      if (!config.enabled || (config.agents !== null && !config.agents.includes(agentId))) continue;
      const made = await this.#toSend(config, can, cwd);
      if ('reason' in made) leftOut.push(made);
      else servers.push(made);
    }
    return { servers, told: { given: servers.map(({ name }) => name), leftOut } };
  }

  async #toSend(config: McpServerConfig, can: AgentCapabilities['mcp'], cwd: string): Promise<McpServer | McpLeftOut> {
    const { name } = config;
    if (config.kind === 'http' && !can.http) return { name, reason: 'noHttp', detail: '' };
    if (config.kind === 'sse' && !can.sse) return { name, reason: 'noSse', detail: '' };
    const names = mcpSecretNames(config);
    const secrets = await this.#options.secrets.values(owner(config.id), names);
    const missing = names.filter((wanted) => !(wanted in secrets));
    if (missing.length > 0) return { name, reason: 'secretMissing', detail: missing.join(', ') };
    const values = Object.entries({ ...mcpValues(config), ...secrets }).map(([key, value]) => ({ name: key, value }));
    if (config.kind !== 'stdio') return { type: config.kind, name, url: config.url, headers: values };
    // The protocol wants a whole path: the agent may have another PATH than the person.
    const command = executableOf(config, await this.#options.environment.base(), cwd);
    if (command === undefined) return { name, reason: 'commandNotFound', detail: config.command };
    return { name, command, args: [...config.args], env: values };
  }
}

const executableOf = (
  config: Extract<McpServerConfig, { kind: 'stdio' }>,
  base: NodeJS.ProcessEnv,
  cwd: string,
): string | undefined => resolveCommand(config.command, agentEnvironment(base, config.env, ''), cwd);

const withValues = (server: McpServerConfig, values: Record<string, string>): McpServerConfig =>
  server.kind === 'stdio' ? { ...server, env: values } : { ...server, headers: values };
