import { z } from 'zod';
import { PromptContent } from './content';
import { fieldsOf, given, listOf, optionalList, optionalNumber, optionalString, stringsOf } from './lenient';
import { ConfigOption, parseConfigOptions, SessionMode, SessionModel, SessionModels, SessionModes } from './update';

/** What we ask of an agent about sessions (acp.md 3.4, 3.7): strict for what we send, lenient for what comes back. */

const pair = z.strictObject({ name: z.string(), value: z.string() });
export const McpServer = z.union([
  z.strictObject({
    name: z.string(),
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(pair),
  }),
  z.strictObject({
    type: z.enum(['http', 'sse']),
    name: z.string(),
    url: z.string(),
    headers: z.array(pair),
  }),
]);
export type McpServer = z.infer<typeof McpServer>;

const meta = { _meta: z.record(z.string(), z.unknown()).optional() };
const sessionId = z.string().min(1);
const place = {
  /** Absolute. */
  cwd: z.string().min(1),
  additionalDirectories: z.array(z.string()).optional(),
  mcpServers: z.array(McpServer),
  ...meta,
};

export const NewSessionParams = z.strictObject(place);
export type NewSessionParams = z.infer<typeof NewSessionParams>;
/** Of `session/load` (which replays the history before it answers) and `session/resume` (which does not). */
export const LoadSessionParams = z.strictObject({ sessionId, ...place });
export type LoadSessionParams = z.infer<typeof LoadSessionParams>;
export const SessionParams = z.strictObject({ sessionId, ...meta });
export type SessionParams = z.infer<typeof SessionParams>;
export const ListSessionsParams = z.strictObject({
  cwd: z.string().optional(),
  cursor: z.string().optional(),
});
export const PromptParams = z.strictObject({ sessionId, prompt: PromptContent, ...meta });
export type PromptParams = z.infer<typeof PromptParams>;
export const SetModeParams = z.strictObject({ sessionId, modeId: z.string() });
export const SetModelParams = z.strictObject({ sessionId, modelId: z.string() });
export const SetConfigOptionParams = z.union([
  z.strictObject({ sessionId, configId: z.string(), value: z.string() }),
  z.strictObject({
    sessionId,
    configId: z.string(),
    type: z.literal('boolean'),
    value: z.boolean(),
  }),
]);
export type SetConfigOptionParams = z.infer<typeof SetConfigOptionParams>;
export const AuthenticateParams = z.strictObject({ methodId: z.string() });

/** What new, load and resume tell of a session. Load and resume may answer `{}` or null: then everything is absent. */
export const SessionSetup = z.object({
  acpSessionId: z.string().optional(),
  modes: SessionModes.optional(),
  models: SessionModels.optional(),
  configOptions: z.array(ConfigOption).optional(),
});
export type SessionSetup = z.infer<typeof SessionSetup>;

export function parseSessionSetup(value: unknown): SessionSetup {
  const fields = fieldsOf(value);
  return given<SessionSetup>({
    acpSessionId: optionalString(fields['sessionId']),
    modes: parseModes(fields['modes']),
    models: parseModels(fields['models']),
    configOptions: Array.isArray(fields['configOptions']) ? parseConfigOptions(fields['configOptions']) : undefined,
  });
}

export type NewSessionResult = SessionSetup & { acpSessionId: string };

export function parseNewSessionResult(value: unknown): NewSessionResult | undefined {
  const { acpSessionId, ...setup } = parseSessionSetup(value);
  return acpSessionId === undefined ? undefined : { ...setup, acpSessionId };
}

function parseModes(value: unknown): SessionModes | undefined {
  const fields = fieldsOf(value);
  const availableModes = listOf(SessionMode, fields['availableModes']);
  const currentModeId = optionalString(fields['currentModeId']) ?? availableModes[0]?.id;
  if (currentModeId === undefined || availableModes.length === 0) return undefined;
  return { currentModeId, availableModes };
}

function parseModels(value: unknown): SessionModels | undefined {
  const fields = fieldsOf(value);
  const availableModels = listOf(SessionModel, fields['availableModels']);
  const currentModelId = optionalString(fields['currentModelId']) ?? availableModels[0]?.modelId;
  if (currentModelId === undefined || availableModels.length === 0) return undefined;
  return { currentModelId, availableModels };
}

export const ListedSession = z.object({
  acpSessionId: z.string(),
  cwd: z.string(),
  additionalDirectories: z.array(z.string()).optional(),
  title: z.string().optional(),
  /** ISO 8601, as the agent wrote it. */
  updatedAt: z.string().optional(),
});
export type ListedSession = z.infer<typeof ListedSession>;
export type ListSessionsResult = { sessions: ListedSession[]; nextCursor?: string };

export function parseListSessionsResult(value: unknown): ListSessionsResult {
  const fields = fieldsOf(value);
  const sessions = optionalList(fields['sessions'], (entry) => {
    const session = fieldsOf(entry);
    const acpSessionId = optionalString(session['sessionId']);
    if (acpSessionId === undefined) return undefined;
    return given<ListedSession>({
      acpSessionId,
      cwd: optionalString(session['cwd']) ?? '',
      additionalDirectories: stringsOf(session['additionalDirectories']),
      title: optionalString(session['title']),
      updatedAt: optionalString(session['updatedAt']),
    });
  });
  return given<ListSessionsResult>({
    sessions: sessions ?? [],
    nextCursor: optionalString(fields['nextCursor']),
  });
}

export const StopReason = z.enum(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']);
export type StopReason = z.infer<typeof StopReason>;

/** Tokens of one turn, as the agent counts them (unstable in ACP). */
export const TurnUsage = z.object({
  totalTokens: z.number().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  thoughtTokens: z.number().optional(),
  cachedReadTokens: z.number().optional(),
  cachedWriteTokens: z.number().optional(),
});
export type TurnUsage = z.infer<typeof TurnUsage>;

export const PromptResult = z.object({
  stopReason: StopReason,
  /** The agent's own word, where it is none of ACP's. */
  rawStopReason: z.string().optional(),
  usage: TurnUsage.optional(),
});
export type PromptResult = z.infer<typeof PromptResult>;

export function parsePromptResult(value: unknown): PromptResult {
  const fields = fieldsOf(value);
  const known = StopReason.safeParse(fields['stopReason']);
  const usage = parseTurnUsage(fields['usage']);
  if (known.success) return given<PromptResult>({ stopReason: known.data, usage });
  const rawStopReason = optionalString(fields['stopReason']);
  return given<PromptResult>({ stopReason: 'end_turn', rawStopReason, usage });
}

function parseTurnUsage(value: unknown): TurnUsage | undefined {
  const fields = fieldsOf(value);
  const usage = given<TurnUsage>({
    totalTokens: optionalNumber(fields['totalTokens']),
    inputTokens: optionalNumber(fields['inputTokens']),
    outputTokens: optionalNumber(fields['outputTokens']),
    thoughtTokens: optionalNumber(fields['thoughtTokens']),
    cachedReadTokens: optionalNumber(fields['cachedReadTokens']),
    cachedWriteTokens: optionalNumber(fields['cachedWriteTokens']),
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** The whole new list where the agent sends one; undefined where it only acknowledges. */
export type SetConfigOptionResult = { configOptions?: ConfigOption[] };

export function parseSetConfigOptionResult(value: unknown): SetConfigOptionResult {
  const options = fieldsOf(value)['configOptions'];
  return Array.isArray(options) ? { configOptions: parseConfigOptions(options) } : {};
}

/** `_session/steering` (acp.md 3.13): text for the running turn. */
export const SteeringOutcome = z.enum(['injected', 'startedNewTurn', 'failed']);
export type SteeringOutcome = z.infer<typeof SteeringOutcome>;

export function parseSteeringResult(value: unknown): { outcome: SteeringOutcome } {
  const parsed = SteeringOutcome.safeParse(fieldsOf(value)['outcome']);
  return { outcome: parsed.success ? parsed.data : 'failed' };
}
