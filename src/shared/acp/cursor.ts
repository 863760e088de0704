import { z } from 'zod';
import type { PlanPhase, ProposedPlan, Question, QuestionOption } from '../session/request';
import { Todo } from '../session/todo';
import { fieldsOf, given, isRecord, optionalList, optionalNumber, optionalString, stringsOf } from './lenient';
import { parseTodoPatch, type TodoPatch, todosFrom } from './todos';
import { type ConfigOption, parseConfigOptions } from './update';

/**
 * Cursor's extension requests (cursor-acp.md 1.4, 2.7). All five carry an id and no sessionId, so they are routed by
 * `toolCallId`. Read leniently; what cannot be read gives undefined and is answered `cancelled`, never accepted.
 * Every answer nests its outcome: Cursor reads a flat one as cancelled.
 */

export type AskQuestion = { toolCallId?: string; title?: string; questions: Question[] };
export type CreatePlan = { toolCallId?: string; plan: ProposedPlan };
export type UpdateTodos = { toolCallId?: string; todos: TodoPatch[]; merge: boolean };
/** A subagent's work, sent when it is done. `subagentType` is Cursor's word, empty where it gave none. */
export type Task = {
  toolCallId?: string;
  description: string;
  prompt: string;
  subagentType: string;
  model?: string;
  agentId?: string;
  durationMs?: number;
};
export type GenerateImage = {
  toolCallId?: string;
  description: string;
  filePath?: string;
  referenceImagePaths: string[];
};

const cancelled = z.strictObject({ outcome: z.literal('cancelled') });
const rejected = z.strictObject({ outcome: z.literal('rejected'), reason: z.string().optional() });

export const AskQuestionOutcome = z.union([
  z.strictObject({
    outcome: z.literal('answered'),
    answers: z.array(z.strictObject({ questionId: z.string(), selectedOptionIds: z.array(z.string()) })),
  }),
  z.strictObject({ outcome: z.literal('skipped'), reason: z.string().optional() }),
  cancelled,
]);
export type AskQuestionOutcome = z.infer<typeof AskQuestionOutcome>;

export const CreatePlanOutcome = z.union([
  z.strictObject({ outcome: z.literal('accepted'), planUri: z.string().optional() }),
  rejected,
  cancelled,
]);
export type CreatePlanOutcome = z.infer<typeof CreatePlanOutcome>;

export const UpdateTodosOutcome = z.union([
  z.strictObject({ outcome: z.literal('accepted'), todos: z.array(Todo) }),
  rejected,
  cancelled,
]);
export type UpdateTodosOutcome = z.infer<typeof UpdateTodosOutcome>;

export const TaskOutcome = z.union([
  z.strictObject({
    outcome: z.literal('completed'),
    agentId: z.string().optional(),
    durationMs: z.number().optional(),
  }),
  rejected,
  cancelled,
]);
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const GenerateImageOutcome = z.union([
  z.strictObject({
    outcome: z.literal('generated'),
    filePath: z.string(),
    imageData: z.string().optional(),
  }),
  rejected,
  cancelled,
]);
export type GenerateImageOutcome = z.infer<typeof GenerateImageOutcome>;

/** Some SDKs present an extension `cursor/x` as `_cursor/x`: one method (AC-03). */
export function canonicalMethod(method: string): string {
  return method.startsWith('_cursor/') ? method.slice(1) : method;
}

export function parseAskQuestion(value: unknown): AskQuestion | undefined {
  const fields = fieldsOf(value);
  if (!Array.isArray(fields['questions'])) return undefined;
  const questions = optionalList(fields['questions'], parseQuestion) ?? [];
  // A question left out would be answered without being seen.
  if (questions.length === 0 || questions.length !== fields['questions'].length) return undefined;
  return given<AskQuestion>({
    toolCallId: optionalString(fields['toolCallId']),
    title: optionalString(fields['title']),
    questions,
  });
}

function parseQuestion(value: unknown): Question | undefined {
  const fields = fieldsOf(value);
  const id = optionalString(fields['id']);
  const prompt = optionalString(fields['prompt']) ?? optionalString(fields['question']);
  const options = optionalList(fields['options'], parseOption) ?? [];
  if (id === undefined || prompt === undefined || options.length === 0) return undefined;
  return { id, prompt, options, allowMultiple: fields['allowMultiple'] === true };
}

function parseOption(value: unknown): QuestionOption | undefined {
  const fields = fieldsOf(value);
  const id = optionalString(fields['id']);
  if (id === undefined) return undefined;
  return given<QuestionOption>({
    id,
    label: optionalString(fields['label']) ?? id,
    description: optionalString(fields['description']),
  });
}

export function parseCreatePlan(value: unknown): CreatePlan | undefined {
  const fields = fieldsOf(value);
  const markdown = optionalString(fields['plan']);
  if (markdown === undefined) return undefined;
  return given<CreatePlan>({
    toolCallId: optionalString(fields['toolCallId']),
    plan: given<ProposedPlan>({
      name: optionalString(fields['name']),
      overview: optionalString(fields['overview']),
      markdown,
      todos: todosFrom(fields['todos']),
      phases: optionalList(fields['phases'], parsePhase) ?? [],
      isProject: fields['isProject'] === true,
    }),
  });
}

function parsePhase(value: unknown): PlanPhase | undefined {
  const fields = fieldsOf(value);
  const name = optionalString(fields['name']);
  return name === undefined ? undefined : { name, todos: todosFrom(fields['todos']) };
}

export function parseUpdateTodos(value: unknown): UpdateTodos | undefined {
  const fields = fieldsOf(value);
  const todos = optionalList(fields['todos'], parseTodoPatch);
  if (todos === undefined) return undefined;
  return given<UpdateTodos>({
    toolCallId: optionalString(fields['toolCallId']),
    todos,
    merge: fields['merge'] === true,
  });
}

export function parseTask(value: unknown): Task | undefined {
  if (!isRecord(value)) return undefined;
  const toolCallId = optionalString(value['toolCallId']);
  const description = optionalString(value['description']);
  const prompt = optionalString(value['prompt']);
  if (toolCallId === undefined && description === undefined && prompt === undefined) return undefined;
  return given<Task>({
    toolCallId,
    description: description ?? '',
    prompt: prompt ?? '',
    subagentType: subagentTypeOf(value['subagentType']),
    model: optionalString(value['model']),
    agentId: optionalString(value['agentId']),
    durationMs: optionalNumber(value['durationMs']),
  });
}

/** `"explore"`, `{custom: "name"}` as documented, or `{custom: {unspecified: {}}}` as seen, which is no type. */
function subagentTypeOf(value: unknown): string {
  const custom = fieldsOf(value)['custom'];
  const word = [value, custom].find((one) => typeof one === 'string') ?? Object.keys(fieldsOf(custom))[0] ?? '';
  return word === 'unspecified' ? '' : word;
}

export function parseGenerateImage(value: unknown): GenerateImage | undefined {
  if (!isRecord(value)) return undefined;
  const description = optionalString(value['description']);
  const filePath = optionalString(value['filePath']);
  if (description === undefined && filePath === undefined) return undefined;
  return given<GenerateImage>({
    toolCallId: optionalString(value['toolCallId']),
    description: description ?? '',
    filePath,
    referenceImagePaths: stringsOf(value['referenceImagePaths']) ?? [],
  });
}

/** `cursor/list_available_models` (cursor-acp.md 2.5), which newer builds answer. */
export type CursorModel = { value: string; name: string; configOptions: ConfigOption[] };

export function parseAvailableModels(value: unknown): { models: CursorModel[] } {
  const models = optionalList(fieldsOf(value)['models'], (entry) => {
    const fields = fieldsOf(entry);
    const id = optionalString(fields['value']);
    if (id === undefined) return undefined;
    const configOptions = parseConfigOptions(fields['configOptions']);
    return { value: id, name: optionalString(fields['name']) ?? id, configOptions };
  });
  return { models: models ?? [] };
}
