import { z } from 'zod';

/** An MCP server of the person's own, as settings.json has it (acp.md 3.11). */

const VariableName = z.string().regex(/^[^=\0\r\n]+$/);
/** RFC 9110's token. */
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/);

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  /** Agents name its tools by it, so no two have the same. */
  name: z.string().min(1).max(80),
  enabled: z.boolean().default(true),
  /** Ids of the agents that get it; null for all. */
  agents: z.array(z.string()).max(200).nullable().default(null),
};

export const McpServerConfig = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(200).default([]),
    env: z.record(VariableName, z.string()).default({}),
    /** Names of variables whose values are kept by the keychain, never here. */
    secretEnv: z.array(VariableName).max(100).default([]),
  }),
  z.object({
    ...common,
    kind: z.enum(['http', 'sse']),
    url: z.url({ protocol: /^https?$/ }).max(8192),
    headers: z.record(HeaderName, z.string().regex(/^[^\0\r\n]*$/)).default({}),
    secretHeaders: z.array(HeaderName).max(100).default([]),
  }),
]);
export type McpServerConfig = z.infer<typeof McpServerConfig>;
export type McpKind = McpServerConfig['kind'];

/** Names of its secret values: variables of a stdio server, headers of the others. */
export const mcpSecretNames = (server: McpServerConfig): readonly string[] =>
  server.kind === 'stdio' ? server.secretEnv : server.secretHeaders;

/** Its values in clear: variables of a stdio server, headers of the others. */
export const mcpValues = (server: McpServerConfig): Readonly<Record<string, string>> =>
  server.kind === 'stdio' ? server.env : server.headers;

/** Why a session did not get one of the person's servers. `detail`: the command, or the names of what is missing. */
export type McpLeftOut = {
  name: string;
  reason: 'commandNotFound' | 'noHttp' | 'noSse' | 'secretMissing';
  detail: string;
};

/** What a session told its agent when it was made or taken up. */
export interface McpGiven {
  given: readonly string[];
  leftOut: readonly McpLeftOut[];
}
