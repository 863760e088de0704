import { z } from 'zod';

/*
 * Cursor's extension requests as the demo sends them (shapes: Cursor's ACP page, "Cursor extension methods"). On the wire
 * none of them carries a session id: the client finds the session by the tool call id, so each has a tool call before it.
 */

export interface DemoTodo {
  id: string;
  content: string;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
}

export interface AskQuestion {
  toolCallId: string;
  title: string;
  questions: {
    id: string;
    prompt: string;
    options: { id: string; label: string }[];
    allowMultiple?: boolean;
  }[];
}

export interface CreatePlan {
  toolCallId: string;
  name: string;
  overview: string;
  plan: string;
  todos: DemoTodo[];
  isProject: boolean;
  phases: { name: string; todos: DemoTodo[] }[];
}

export interface UpdateTodos {
  toolCallId: string;
  /** With `merge` an item may carry only its id and status. */
  todos: (DemoTodo | Pick<DemoTodo, 'id' | 'status'>)[];
  merge: boolean;
}

export interface Task {
  toolCallId: string;
  description: string;
  prompt: string;
  subagentType: 'explore';
  model: string;
  agentId: string;
  durationMs: number;
}

export interface GenerateImage {
  toolCallId: string;
  description: string;
  filePath?: string;
}

const Cancelled = z.looseObject({ outcome: z.literal('cancelled') });

/** What the user said to a question. A client that cannot ask, or answers in another shape, counts as cancelled. */
export const QuestionAnswer = z
  .looseObject({
    outcome: z.discriminatedUnion('outcome', [
      z.looseObject({
        outcome: z.literal('answered'),
        answers: z.array(z.looseObject({ questionId: z.string(), selectedOptionIds: z.array(z.string()) })),
      }),
      z.looseObject({ outcome: z.literal('skipped'), reason: z.string().optional() }),
      Cancelled,
    ]),
  })
  .transform(({ outcome }) => outcome);
export type QuestionAnswer = z.output<typeof QuestionAnswer>;

export const PlanAnswer = z
  .looseObject({
    outcome: z.discriminatedUnion('outcome', [
      z.looseObject({ outcome: z.literal('accepted') }),
      z.looseObject({ outcome: z.literal('rejected'), reason: z.string().optional() }),
      Cancelled,
    ]),
  })
  .transform(({ outcome }) => outcome);
export type PlanAnswer = z.output<typeof PlanAnswer>;
