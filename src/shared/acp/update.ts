import { z } from 'zod';
import { type Fields, isRecord, listOf, optionalNumber, optionalString } from './lenient';
import {
  ContentBlock,
  parseContentBlock,
  plainText,
  parseToolCallContent,
  StoredPart,
  ToolCallContent,
} from './content';
import { parseSubagentSpawned, parseSubagentState, SubagentSpawned, SubagentState } from './subagent';

/**
 * `session/update` as we keep it (acp.md 3.5). Read leniently: every field that is missing or malformed falls back on
 * its own, an unknown kind stays whole as `unknown`, and one bad part never drops the rest.
 */

export const ToolKind = z.enum([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);
export type ToolKind = z.infer<typeof ToolKind>;

/** `cancelled` is no word of the protocol's, but of adapters for agents that report an aborted tool as completed. */
export const ToolCallStatus = z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']);
export type ToolCallStatus = z.infer<typeof ToolCallStatus>;

export const ToolLocation = z.object({ path: z.string(), line: z.number().nullish() });
export type ToolLocation = z.infer<typeof ToolLocation>;

/** Raw input or output of a tool: any JSON, or a stored part when it is over 64 KB. */
export const RawValue = z.discriminatedUnion('type', [
  z.object({ type: z.literal('json'), value: z.unknown() }),
  StoredPart,
]);
export type RawValue = z.infer<typeof RawValue>;

/** Fields that are absent were not given and change nothing; given ones replace (acp.md 3.6). */
export const ToolCallPatch = z.object({
  toolCallId: z.string(),
  title: z.string().optional(),
  name: z.string().optional(),
  kind: ToolKind.optional(),
  status: ToolCallStatus.optional(),
  content: z.array(ToolCallContent).optional(),
  locations: z.array(ToolLocation).optional(),
  rawInput: RawValue.optional(),
  rawOutput: RawValue.optional(),
  /** The agent's `_meta`, kept small and never interpreted here: adapters read it. */
  meta: z.unknown().optional(),
});
export type ToolCallPatch = z.infer<typeof ToolCallPatch>;

export const PlanEntry = z.object({
  content: z.string(),
  priority: z.enum(['high', 'medium', 'low']).catch('medium'),
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
});
export type PlanEntry = z.infer<typeof PlanEntry>;

export const AvailableCommand = z.object({
  name: z.string(),
  description: z.string().catch(''),
  input: z
    .object({ hint: z.string().catch('') })
    .nullish()
    .catch(null),
});
export type AvailableCommand = z.infer<typeof AvailableCommand>;

export const SessionMode = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish().catch(null),
});
export type SessionMode = z.infer<typeof SessionMode>;
export const SessionModes = z.object({ currentModeId: z.string(), availableModes: z.array(SessionMode) });
export type SessionModes = z.infer<typeof SessionModes>;

export const SessionModel = z.object({
  modelId: z.string(),
  name: z.string(),
  description: z.string().nullish().catch(null),
});
export const SessionModels = z.object({ currentModelId: z.string(), availableModels: z.array(SessionModel) });
/** Legacy `models` with `session/set_model` (acp.md 3.2), used only where no config option of category model exists. */
export type SessionModels = z.infer<typeof SessionModels>;

export const ConfigChoice = z.object({
  value: z.string(),
  name: z.string(),
  description: z.string().nullish().catch(null),
});
export type ConfigChoice = z.infer<typeof ConfigChoice>;
const optionBase = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullish().catch(null),
  category: z.string().nullish().catch(null),
};
export const ConfigOption = z.discriminatedUnion('type', [
  z.object({
    ...optionBase,
    type: z.literal('select'),
    currentValue: z.string(),
    /** Flat choices; groups of the agent are kept as `group` on each choice. */
    options: z.array(ConfigChoice.extend({ group: z.string().optional() })),
  }),
  z.object({ ...optionBase, type: z.literal('boolean'), currentValue: z.boolean() }),
]);
export type ConfigOption = z.infer<typeof ConfigOption>;

export const UsageCost = z.object({ amount: z.number(), currency: z.string() });

export const SessionUpdate = z.discriminatedUnion('sessionUpdate', [
  z.object({ sessionUpdate: z.literal('user_message_chunk'), content: ContentBlock, messageId: z.string().optional() }),
  z.object({
    sessionUpdate: z.literal('agent_message_chunk'),
    content: ContentBlock,
    messageId: z.string().optional(),
    /** Of a chunk without text only, which some agents send for its sake: adapters read it. */
    meta: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({
    sessionUpdate: z.literal('agent_thought_chunk'),
    content: ContentBlock,
    messageId: z.string().optional(),
  }),
  ToolCallPatch.extend({ sessionUpdate: z.literal('tool_call') }),
  ToolCallPatch.extend({ sessionUpdate: z.literal('tool_call_update') }),
  z.object({ sessionUpdate: z.literal('plan'), entries: z.array(PlanEntry) }),
  z.object({ sessionUpdate: z.literal('available_commands_update'), availableCommands: z.array(AvailableCommand) }),
  z.object({ sessionUpdate: z.literal('current_mode_update'), currentModeId: z.string() }),
  z.object({ sessionUpdate: z.literal('config_option_update'), configOptions: z.array(ConfigOption) }),
  /** `title` absent: not given; null: the agent took its title back. */
  z.object({ sessionUpdate: z.literal('session_info_update'), title: z.string().nullable().optional() }),
  z.object({
    sessionUpdate: z.literal('usage_update'),
    used: z.number().optional(),
    size: z.number().optional(),
    cost: UsageCost.optional(),
  }),
  z.object({
    sessionUpdate: z.literal('notice'),
    severity: z.string(),
    title: z.string(),
    description: z.string().optional(),
  }),
  z.object({
    sessionUpdate: z.literal('compaction_update'),
    compactionId: z.string(),
    status: z.string(),
    summary: z.string().optional(),
    error: z.string().optional(),
  }),
  SubagentSpawned,
  SubagentState,
  /** What we do not know: kept whole, shown honestly raw. `kind` is the agent's word for it. */
  z.object({ sessionUpdate: z.literal('unknown'), kind: z.string(), raw: z.unknown() }),
]);
export type SessionUpdate = z.infer<typeof SessionUpdate>;
export type UpdateOf<K extends SessionUpdate['sessionUpdate']> = Extract<SessionUpdate, { sessionUpdate: K }>;

/** Reads the fields of a tool call that are there; also used for the `toolCall` of a permission request. */
export function parseToolCallPatch(value: Fields): ToolCallPatch | undefined {
  const toolCallId = optionalString(value['toolCallId']);
  if (toolCallId === undefined) return undefined;
  const patch: ToolCallPatch = { toolCallId };
  const title = optionalString(value['title']);
  if (title !== undefined) patch.title = title;
  const name = optionalString(value['name']);
  if (name !== undefined) patch.name = name;
  if (value['kind'] !== undefined && value['kind'] !== null) patch.kind = ToolKind.catch('other').parse(value['kind']);
  const status = ToolCallStatus.safeParse(value['status']);
  if (status.success) patch.status = status.data;
  if (Array.isArray(value['content'])) patch.content = value['content'].map(parseToolCallContent);
  if (Array.isArray(value['locations'])) patch.locations = listOf(ToolLocation, value['locations']);
  if (value['rawInput'] !== undefined) patch.rawInput = { type: 'json', value: value['rawInput'] };
  if (value['rawOutput'] !== undefined) patch.rawOutput = { type: 'json', value: value['rawOutput'] };
  if (isRecord(value['_meta'])) patch.meta = value['_meta'];
  return patch;
}

/** Config options in the agent's order; groups are flattened, unreadable options left out (they cannot be set anyway). */
export function parseConfigOptions(value: unknown): ConfigOption[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const flat =
      isRecord(entry) && Array.isArray(entry['options'])
        ? { ...entry, options: flattenGroups(entry['options']) }
        : entry;
    const parsed = ConfigOption.safeParse(flat);
    return parsed.success ? [parsed.data] : [];
  });
}

function flattenGroups(options: readonly unknown[]): unknown[] {
  return options.flatMap((option) => {
    if (!isRecord(option) || !Array.isArray(option['options'])) return [option];
    const group = optionalString(option['name']) ?? optionalString(option['group']);
    return option['options'].map((inner) => (isRecord(inner) ? { ...inner, group } : inner));
  });
}

export function parseSessionUpdate(value: unknown): SessionUpdate {
  // Not undefined: what is kept as JSON would lose it.
  if (!isRecord(value)) return { sessionUpdate: 'unknown', kind: '', raw: value ?? null };
  const kind = optionalString(value['sessionUpdate']) ?? '';
  return parseKnown(kind, value) ?? { sessionUpdate: 'unknown', kind, raw: value };
}

function parseKnown(kind: string, value: Fields): SessionUpdate | undefined {
  switch (kind) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      if (!('content' in value)) return undefined;
      const content = parseContentBlock(value['content']);
      const messageId = optionalString(value['messageId']);
      const update =
        messageId === undefined ? { sessionUpdate: kind, content } : { sessionUpdate: kind, content, messageId };
      const { _meta: meta } = value;
      const isBare = update.sessionUpdate === 'agent_message_chunk' && content.type === 'text' && content.text === '';
      return isBare && isRecord(meta) ? { ...update, meta } : update;
    }
    case 'tool_call': {
      const patch = parseToolCallPatch(value);
      return patch && { sessionUpdate: 'tool_call', ...patch };
    }
    case 'tool_call_update': {
      const patch = parseToolCallPatch(value);
      return patch && { sessionUpdate: 'tool_call_update', ...patch };
    }
    case 'plan':
      return { sessionUpdate: kind, entries: listOf(PlanEntry, value['entries']) };
    case 'available_commands_update':
      return { sessionUpdate: kind, availableCommands: listOf(AvailableCommand, value['availableCommands']) };
    case 'current_mode_update': {
      const currentModeId = optionalString(value['currentModeId']);
      return currentModeId === undefined ? undefined : { sessionUpdate: kind, currentModeId };
    }
    case 'config_option_update':
      return { sessionUpdate: kind, configOptions: parseConfigOptions(value['configOptions']) };
    case 'session_info_update': {
      if (value['title'] === null) return { sessionUpdate: kind, title: null };
      const title = optionalString(value['title']);
      return title === undefined ? { sessionUpdate: kind } : { sessionUpdate: kind, title };
    }
    case 'usage_update':
      return parseUsage(value);
    case 'notice': {
      const description = optionalString(value['description']);
      const title = optionalString(value['title']) ?? (description === undefined ? undefined : '');
      if (title === undefined) return undefined;
      const severity = optionalString(value['severity']) ?? 'info';
      return { sessionUpdate: kind, severity, title, ...(description === undefined ? {} : { description }) };
    }
    case 'subagent_spawned':
      return parseSubagentSpawned(value);
    case 'subagent_state_update':
      return parseSubagentState(value);
    case 'compaction_update': {
      const compactionId = optionalString(value['compactionId']);
      if (compactionId === undefined) return undefined;
      const summary = summaryText(value['summary']);
      const error = optionalString(value['error']);
      return {
        sessionUpdate: kind,
        compactionId,
        status: optionalString(value['status']) ?? 'in_progress',
        ...(summary === undefined ? {} : { summary }),
        ...(error === undefined ? {} : { error }),
      };
    }
    default:
      return undefined;
  }
}

/** Content blocks by the schema; a plain text is understood too. */
function summaryText(value: unknown): string | undefined {
  if (typeof value === 'string' || !Array.isArray(value)) return optionalString(value);
  return value.map((block) => plainText(parseContentBlock(block))).join('\n\n');
}

function parseUsage(value: Fields): SessionUpdate {
  const update: UpdateOf<'usage_update'> = { sessionUpdate: 'usage_update' };
  const used = optionalNumber(value['used']);
  const size = optionalNumber(value['size']);
  const cost = UsageCost.safeParse(value['cost']);
  if (used !== undefined) update.used = used;
  if (size !== undefined) update.size = size;
  if (cost.success) update.cost = cost.data;
  return update;
}
