import { z } from 'zod';
import {
  fieldsOf,
  given,
  isRecord,
  optionalList,
  optionalNumber,
  optionalString,
  stringRecordOf,
  stringsOf,
} from './lenient';

/** `initialize` and the sign-in methods (acp.md 3.3, 3.8). */

/** The protocol version that we speak. Any other answer closes the connection. */
export const PROTOCOL_VERSION = 1;

const meta = { _meta: z.record(z.string(), z.unknown()).optional() };
const nothing = z.strictObject({});

export const ClientCapabilities = z.strictObject({
  fs: z.strictObject({ readTextFile: z.boolean(), writeTextFile: z.boolean() }),
  terminal: z.boolean(),
  session: z
    .strictObject({
      configOptions: z.strictObject({ boolean: nothing.optional() }).optional(),
      notices: nothing.optional(),
      compaction: nothing.optional(),
    })
    .optional(),
  auth: z.strictObject({ terminal: z.boolean() }).optional(),
  elicitation: z.strictObject({ form: nothing.optional(), url: nothing.optional() }).optional(),
  ...meta,
});
export type ClientCapabilities = z.infer<typeof ClientCapabilities>;

export const InitializeRequest = z.strictObject({
  protocolVersion: z.number().int(),
  clientCapabilities: ClientCapabilities,
  clientInfo: z.strictObject({
    name: z.string(),
    title: z.string().optional(),
    version: z.string(),
  }),
});
export type InitializeRequest = z.infer<typeof InitializeRequest>;

/** Plain booleans: "no" where the agent said nothing or something unreadable. */
export const AgentCapabilities = z.object({
  loadSession: z.boolean(),
  prompt: z.object({ image: z.boolean(), audio: z.boolean(), embeddedContext: z.boolean() }),
  mcp: z.object({ http: z.boolean(), sse: z.boolean() }),
  session: z.object({
    list: z.boolean(),
    delete: z.boolean(),
    resume: z.boolean(),
    close: z.boolean(),
    fork: z.boolean(),
    additionalDirectories: z.boolean(),
  }),
  auth: z.object({ logout: z.boolean() }),
  /** `_session/steering`, advertised in `_meta` (acp.md 3.13). */
  steering: z.boolean(),
});
export type AgentCapabilities = z.infer<typeof AgentCapabilities>;

export const AuthVariable = z.object({
  name: z.string(),
  label: z.string().optional(),
  secret: z.boolean(),
  optional: z.boolean(),
});
export type AuthVariable = z.infer<typeof AuthVariable>;

/**
 * A way to sign in. `agent`: the client calls `authenticate`. `terminal`: the client runs the agent's program with
 * `args` appended (or `command` with `args`, the older form in `_meta`), and never calls `authenticate`. `env_var`: the
 * agent wants `vars` in its environment and a restart.
 */
export const AuthMethod = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  type: z.enum(['agent', 'terminal', 'env_var']),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  vars: z.array(AuthVariable).optional(),
  /** Where a key can be got. */
  link: z.string().optional(),
});
export type AuthMethod = z.infer<typeof AuthMethod>;

export const AgentInfo = z.object({
  name: z.string(),
  title: z.string().optional(),
  version: z.string().optional(),
});
export type AgentInfo = z.infer<typeof AgentInfo>;

export const InitializeResult = z.object({
  protocolVersion: z.number(),
  capabilities: AgentCapabilities,
  authMethods: z.array(AuthMethod),
  agentInfo: AgentInfo.optional(),
});
export type InitializeResult = z.infer<typeof InitializeResult>;

/** Undefined only when the answer names no protocol version at all. */
export function parseInitializeResult(value: unknown): InitializeResult | undefined {
  const fields = fieldsOf(value);
  const protocolVersion = optionalNumber(fields['protocolVersion']);
  if (protocolVersion === undefined) return undefined;
  return given({
    protocolVersion,
    capabilities: parseAgentCapabilities(fields['agentCapabilities'], fields['_meta']),
    authMethods: optionalList(fields['authMethods'], parseAuthMethod) ?? [],
    agentInfo: parseAgentInfo(fields['agentInfo']),
  });
}

const yes = (value: unknown): boolean => value === true;
/** Session capabilities are objects; null and absence mean no. Some agents write plain `true`. */
const offered = (value: unknown): boolean => value === true || isRecord(value);

function parseAgentCapabilities(value: unknown, resultMeta: unknown): AgentCapabilities {
  const fields = fieldsOf(value);
  const prompt = fieldsOf(fields['promptCapabilities']);
  const mcp = fieldsOf(fields['mcpCapabilities']);
  const session = fieldsOf(fields['sessionCapabilities']);
  const auth = fieldsOf(fields['auth']);
  const steers = (from: unknown): boolean => yes(fieldsOf(fieldsOf(from)['steering'])['supported']);
  return {
    loadSession: yes(fields['loadSession']),
    prompt: {
      image: yes(prompt['image']),
      audio: yes(prompt['audio']),
      embeddedContext: yes(prompt['embeddedContext']),
    },
    mcp: { http: yes(mcp['http']), sse: yes(mcp['sse']) },
    session: {
      list: offered(session['list']),
      delete: offered(session['delete']),
      resume: offered(session['resume']),
      close: offered(session['close']),
      fork: offered(session['fork']),
      additionalDirectories: offered(session['additionalDirectories']),
    },
    auth: { logout: offered(auth['logout']) },
    steering: steers(resultMeta) || steers(fields['_meta']),
  };
}

function parseAgentInfo(value: unknown): AgentInfo | undefined {
  const fields = fieldsOf(value);
  const name = optionalString(fields['name']);
  if (name === undefined) return undefined;
  return given({
    name,
    title: optionalString(fields['title']),
    version: optionalString(fields['version']),
  });
}

export function parseAuthMethod(value: unknown): AuthMethod | undefined {
  const fields = fieldsOf(value);
  const id = optionalString(fields['id']);
  if (id === undefined) return undefined;
  const base = {
    id,
    name: optionalString(fields['name']) ?? id,
    description: optionalString(fields['description']),
  };
  const legacy = fieldsOf(fieldsOf(fields['_meta'])['terminal-auth']);
  const type = fields['type'];
  if (type === 'terminal' || optionalString(legacy['command']) !== undefined) {
    return given<AuthMethod>({
      ...base,
      type: 'terminal',
      // The standard form wins: it runs the program that the user configured.
      command: type === 'terminal' ? undefined : optionalString(legacy['command']),
      args: stringsOf(fields['args']) ?? stringsOf(legacy['args']) ?? [],
      env: stringRecordOf(fields['env']) ?? stringRecordOf(legacy['env']),
    });
  }
  if (type === 'env_var') {
    return given<AuthMethod>({
      ...base,
      type: 'env_var',
      vars: parseVariables(fields['vars'], fields['varName']),
      link: optionalString(fields['link']),
    });
  }
  return given<AuthMethod>({ ...base, type: 'agent' });
}

function parseVariables(vars: unknown, single: unknown): AuthVariable[] {
  const list = optionalList(vars, (entry) => {
    const fields = typeof entry === 'string' ? { name: entry } : fieldsOf(entry);
    const name = optionalString(fields['name']);
    if (name === undefined) return undefined;
    return given<AuthVariable>({
      name,
      label: optionalString(fields['label']),
      secret: fields['secret'] !== false,
      optional: yes(fields['optional']),
    });
  });
  if (list !== undefined && list.length > 0) return list;
  const name = optionalString(single);
  return name === undefined ? [] : [{ name, secret: true, optional: false }];
}

/** The methods that an error -32000 carries in its `data`, where the agent sends them again. */
export function authMethodsOf(errorData: unknown): AuthMethod[] {
  return optionalList(fieldsOf(errorData)['authMethods'], parseAuthMethod) ?? [];
}
