import { z } from 'zod';
import { ToolCallPatch } from '../acp/update';
import { RequestId } from '../ids';
import { Todo } from './todo';

/**
 * What an agent asks and waits for. Every kind carries what a person needs to answer it, so that a card can be drawn
 * from the request alone, in its transcript or at the agent when no session could be found for it.
 */

export const PermissionOption = z.object({
  optionId: z.string(),
  name: z.string(),
  /** `other` is a kind the protocol does not name; such an option is still offered, by its own name. */
  kind: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always', 'other']),
});
export type PermissionOption = z.infer<typeof PermissionOption>;

export const QuestionOption = z.object({ id: z.string(), label: z.string(), description: z.string().optional() });
export type QuestionOption = z.infer<typeof QuestionOption>;
export const Question = z.object({
  id: z.string(),
  prompt: z.string(),
  options: z.array(QuestionOption),
  allowMultiple: z.boolean(),
});
export type Question = z.infer<typeof Question>;

export const FormField = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('string'),
    name: z.string(),
    label: z.string(),
    description: z.string().optional(),
    required: z.boolean(),
    choices: z.array(QuestionOption).optional(),
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    default: z.string().optional(),
  }),
  z.object({
    type: z.literal('number'),
    name: z.string(),
    label: z.string(),
    description: z.string().optional(),
    required: z.boolean(),
    integer: z.boolean(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({
    type: z.literal('boolean'),
    name: z.string(),
    label: z.string(),
    description: z.string().optional(),
    required: z.boolean(),
    default: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('multi'),
    name: z.string(),
    label: z.string(),
    description: z.string().optional(),
    required: z.boolean(),
    choices: z.array(QuestionOption),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    default: z.array(z.string()).optional(),
  }),
]);
export type FormField = z.infer<typeof FormField>;

export const PlanPhase = z.object({ name: z.string(), todos: z.array(Todo) });
export type PlanPhase = z.infer<typeof PlanPhase>;

/** The plan that an agent proposes (`cursor/create_plan`, cursor-acp.md 1.4). `markdown` is the whole plan. */
export const ProposedPlan = z.object({
  name: z.string().optional(),
  overview: z.string().optional(),
  markdown: z.string(),
  todos: z.array(Todo),
  phases: z.array(PlanPhase),
  isProject: z.boolean(),
});
export type ProposedPlan = z.infer<typeof ProposedPlan>;

const base = {
  requestId: RequestId,
  /** Milliseconds since the epoch; the key guard counts from here (AC-63). */
  openedAt: z.number(),
  toolCallId: z.string().optional(),
};

export const SessionRequest = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('permission'), toolCall: ToolCallPatch, options: z.array(PermissionOption) }),
  z.object({ ...base, kind: z.literal('plan'), plan: ProposedPlan }),
  z.object({
    ...base,
    kind: z.literal('question'),
    title: z.string().optional(),
    questions: z.array(Question),
    /**
     * Who waits: `cursor` gets answered|skipped|cancelled; `permission` is a permission request that is really a
     * question (AC-07), answered by one option id.
     */
    via: z.enum(['cursor', 'permission']),
    skipOptionId: z.string().optional(),
  }),
  z.object({ ...base, kind: z.literal('form'), message: z.string(), fields: z.array(FormField) }),
  z.object({ ...base, kind: z.literal('url'), message: z.string(), url: z.string(), elicitationId: z.string() }),
]);
export type SessionRequest = z.infer<typeof SessionRequest>;
export type RequestOf<K extends SessionRequest['kind']> = Extract<SessionRequest, { kind: K }>;

/** What a person answers. The engine checks it against the request before anything is sent. */
// A plain union: a kind comes once for each of its decisions.
export const RequestAnswer = z.union([
  z.object({ kind: z.literal('permission'), optionId: z.string() }),
  z.object({ kind: z.literal('plan'), decision: z.literal('accepted') }),
  z.object({
    kind: z.literal('plan'),
    decision: z.literal('rejected'),
    /** All that goes to the agent: general words, comments with their lines, an edited plan. */
    reason: z.string().max(600_000).optional(),
    /** What of it was said about which line, kept for the transcript. */
    comments: z
      .array(z.object({ line: z.number().int(), quote: z.string().max(200_000), text: z.string().max(20_000) }))
      .max(1000)
      .optional(),
    /** The plan as the person rewrote it, kept for the transcript. */
    edited: z.string().max(500_000).optional(),
  }),
  z.object({
    kind: z.literal('question'),
    decision: z.literal('answered'),
    answers: z.array(z.object({ questionId: z.string(), selectedOptionIds: z.array(z.string()) })),
  }),
  z.object({ kind: z.literal('question'), decision: z.literal('skipped'), reason: z.string().max(20_000).optional() }),
  z.object({
    kind: z.literal('form'),
    decision: z.literal('accepted'),
    content: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  }),
  z.object({ kind: z.literal('form'), decision: z.literal('declined') }),
  z.object({ kind: z.literal('url'), decision: z.enum(['opened', 'declined']) }),
  /** Any kind: the person closed it without choosing. */
  z.object({ kind: z.literal('cancelled') }),
]);
export type RequestAnswer = z.infer<typeof RequestAnswer>;

/** How a request ended; kept in the transcript. */
export const Settlement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), answer: RequestAnswer, at: z.number() }),
  /** The turn was stopped, so the agent was told `cancelled`. */
  z.object({ kind: z.literal('cancelled'), at: z.number() }),
  /** The agent took its request back (`$/cancel_request`, or the turn ended). */
  z.object({ kind: z.literal('withdrawn'), at: z.number() }),
  /** Nobody is left to hear an answer: the process, the engine or the app ended. */
  z.object({ kind: z.literal('expired'), at: z.number() }),
]);
export type Settlement = z.infer<typeof Settlement>;

/** Did a person answer this permission with one of its rejecting options? */
export function isRejection(request: RequestOf<'permission'>, settlement: Settlement | null): boolean {
  if (settlement?.kind !== 'answered' || settlement.answer.kind !== 'permission') return false;
  const { optionId } = settlement.answer;
  const chosen = request.options.find((option) => option.optionId === optionId);
  return chosen?.kind === 'reject_once' || chosen?.kind === 'reject_always';
}
