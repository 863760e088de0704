import { z } from 'zod';
import { ContentBlock, StoredPart, ToolCallContent } from '../acp/content';
import { PlanEntry, RawValue, ToolKind, ToolLocation } from '../acp/update';
import type { AppError } from '../errors';
import { SessionRequest, Settlement } from './request';

/**
 * One visible thing in a session. `ordinal` is its place and its name: unique in the session, ascending, never reused.
 * `seq` is the last event folded into it. `open` means that more may still be folded in without naming it.
 */
const base = {
  ordinal: z.number().int(),
  /** The turn that it came in; null for what came outside any (a notice at attach). */
  turnId: z.string().nullable(),
  at: z.number(),
  /** Set once it settled. */
  endedAt: z.number().optional(),
  seq: z.number().int(),
  open: z.boolean(),
};

export const MessageItem = z.object({
  ...base,
  kind: z.literal('message'),
  role: z.enum(['user', 'agent']),
  content: z.array(ContentBlock),
  messageId: z.string().optional(),
});

export const ThoughtItem = z.object({
  ...base,
  kind: z.literal('thought'),
  content: z.array(ContentBlock),
  messageId: z.string().optional(),
});

/** `rejected`: the person rejected its permission (Cursor reports such a tool as completed: AC-20); `cancelled`: the turn was stopped. */
export const ToolItemStatus = z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled', 'rejected']);
export type ToolItemStatus = z.infer<typeof ToolItemStatus>;

export const ToolCallItem = z.object({
  ...base,
  kind: z.literal('toolCall'),
  toolCallId: z.string(),
  title: z.string(),
  toolKind: ToolKind,
  status: ToolItemStatus,
  content: z.array(ToolCallContent),
  locations: z.array(ToolLocation),
  rawInput: RawValue.optional(),
  rawOutput: RawValue.optional(),
  meta: z.unknown().optional(),
});

/** The agent's own plan (`session/update` plan): one item a turn, rewritten whole each time. */
export const PlanItem = z.object({ ...base, kind: z.literal('plan'), entries: z.array(PlanEntry) });

export const RequestItem = z.object({
  ...base,
  kind: z.literal('request'),
  request: SessionRequest,
  settlement: Settlement.nullable(),
});

export const ImageItem = z.object({
  ...base,
  kind: z.literal('image'),
  toolCallId: z.string(),
  description: z.string(),
  path: z.string().optional(),
  image: StoredPart.optional(),
  /** Why it is not shown, where it is not. */
  refused: z.enum(['outsideRoots', 'tooLarge', 'notFound', 'notImage', 'noPath']).optional(),
});

/** What the session says of itself. Sentences are i18n keys `notices.<code>`; `error` has its own. */
export const Notice = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('turn.failed'),
    error: z.custom<AppError>((value) => typeof value === 'object' && value !== null),
  }),
  z.object({ code: z.literal('turn.interrupted') }),
  z.object({ code: z.literal('turn.cancelled') }),
  /** The stop reasons besides end_turn and cancelled that a person should know of. */
  z.object({ code: z.literal('turn.stoppedBy'), stopReason: z.enum(['max_tokens', 'max_turn_requests', 'refusal']) }),
  z.object({ code: z.literal('session.startedAnew') }),
  z.object({ code: z.literal('session.historyRebuilt') }),
  z.object({ code: z.literal('session.optionsReset') }),
  /**
   * Everything above is a copy. `how`: the agent forked its own session and knows it, it goes along with the next message
   * as `context`, or there is `nothing` above. `title`: of the session that it was forked from.
   */
  z.object({
    code: z.literal('session.forked'),
    how: z.enum(['agent', 'context', 'nothing']),
    title: z.string().nullable(),
  }),
  /** Everything above came from a file. */
  z.object({ code: z.literal('session.imported'), exportedAt: z.number(), agent: z.string() }),
  /** The model that the person chose for this session is not offered any more; the agent's own is in force. */
  z.object({ code: z.literal('session.modelGone'), model: z.string() }),
  /** The agent takes no pictures, so they went to it as files. */
  z.object({ code: z.literal('prompt.imagesLinked'), count: z.number() }),
  /** The agent's own notice (acp.md 3.5), its words. */
  z.object({
    code: z.literal('agent.notice'),
    severity: z.string(),
    title: z.string(),
    description: z.string().optional(),
  }),
  z.object({
    code: z.literal('agent.compaction'),
    compactionId: z.string(),
    status: z.string(),
    summary: z.string().optional(),
    error: z.string().optional(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

export const NoticeItem = z.object({ ...base, kind: z.literal('notice'), notice: Notice });

/** An update of a kind that we do not know, shown as it came. */
export const RawItem = z.object({ ...base, kind: z.literal('raw'), updateKind: z.string(), raw: RawValue });

/** What a subagent says and does. Its requests stand in the session itself, and its own subagents too. */
export const ChildItem = z.discriminatedUnion('kind', [
  MessageItem,
  ThoughtItem,
  ToolCallItem,
  PlanItem,
  NoticeItem,
  RawItem,
]);
export type ChildItem = z.infer<typeof ChildItem>;

export const SubtaskItem = z.object({
  ...base,
  kind: z.literal('subtask'),
  toolCallId: z.string(),
  description: z.string(),
  prompt: z.string(),
  subagentType: z.string(),
  model: z.string().optional(),
  agentId: z.string().optional(),
  durationMs: z.number().optional(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  /** The subagent's own session, where the agent tells what happens in it; those things are the children. */
  subagentSessionId: z.string().optional(),
  children: z.array(ChildItem).optional(),
});

export const Item = z.discriminatedUnion('kind', [
  MessageItem,
  ThoughtItem,
  ToolCallItem,
  PlanItem,
  RequestItem,
  SubtaskItem,
  ImageItem,
  NoticeItem,
  RawItem,
]);
export type Item = z.infer<typeof Item>;
export type ItemOf<K extends Item['kind']> = Extract<Item, { kind: K }>;
