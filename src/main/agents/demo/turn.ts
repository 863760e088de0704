import type {
  AgentContext,
  PermissionOptionKind,
  RequestPermissionRequest,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import { RequestError, methods } from '@agentclientprotocol/sdk';
import type { AskQuestion, CreatePlan, GenerateImage, Task, UpdateTodos } from './cursorRequests';
import { PlanAnswer, QuestionAnswer } from './cursorRequests';
import type { DemoSession } from './demoSession';
import { chunksOf } from './pace';
import type { Pace } from './pace';
import type { ScratchProject } from './scratchProject';
import type { DemoScript } from './script/demoScript';

/** A tool call that a scene has on screen. */
export interface StagedTool {
  toolCallId: string;
  update(fields: Omit<ToolCallUpdate, 'toolCallId'>): Promise<void>;
}

const PERMISSION_KINDS: readonly PermissionOptionKind[] = [
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
];

/** What a scene plays on: speech, tools and requests of one turn. Everything stops with TurnCancelled when the user stops. */
export class Turn {
  readonly session: DemoSession;
  readonly pace: Pace;
  readonly script: DemoScript;
  readonly project: ScratchProject;
  readonly #client: AgentContext;
  readonly #newId: () => string;
  #message: { kind: 'agent_message_chunk' | 'agent_thought_chunk'; id: string } | undefined;

  constructor(context: {
    session: DemoSession;
    pace: Pace;
    script: DemoScript;
    project: ScratchProject;
    client: AgentContext;
    newId: () => string;
  }) {
    this.session = context.session;
    this.pace = context.pace;
    this.script = context.script;
    this.project = context.project;
    this.#client = context.client;
    this.#newId = context.newId;
  }

  /** Streams a paragraph of the answer. Two in a row are one message with a blank line between. */
  say(markdown: string): Promise<void> {
    return this.#stream('agent_message_chunk', markdown);
  }

  /** Goes on in the same line, without the blank line. */
  sayOn(markdown: string): Promise<void> {
    return this.#stream('agent_message_chunk', markdown, '');
  }

  think(text: string): Promise<void> {
    return this.#stream('agent_thought_chunk', text);
  }

  async #stream(kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string, between = '\n\n'): Promise<void> {
    const goesOn = this.#message?.kind === kind;
    if (!goesOn) this.#message = { kind, id: this.#newId() };
    const messageId = this.#message?.id;
    for (const chunk of chunksOf(goesOn ? between + text : text)) {
      await this.pace.breath();
      await this.session.send({ sessionUpdate: kind, messageId, content: { type: 'text', text: chunk } });
    }
    this.session.count(text);
  }

  async tool(fields: {
    title: string;
    kind: ToolKind;
    status?: 'pending' | 'in_progress';
    path?: string;
    rawInput?: unknown;
    content?: ToolCallContent[];
  }): Promise<StagedTool> {
    this.pace.check();
    this.#message = undefined;
    const toolCallId = `demo-tool-${this.#newId()}`;
    const { title, kind, rawInput, content } = fields;
    await this.session.send({
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind,
      status: fields.status ?? 'in_progress',
      locations: fields.path === undefined ? [] : [{ path: fields.path }],
      rawInput,
      content,
    });
    return {
      toolCallId,
      update: async (change) => {
        const update: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId, ...change };
        await this.session.send(update);
        if (change.status === 'completed' || change.status === 'failed') await this.session.save();
      },
    };
  }

  /** Asks with all four kinds of options; what the user chose, or `cancelled`. */
  async askPermission(
    toolCall: ToolCallUpdate,
    names: Record<PermissionOptionKind, string>,
  ): Promise<PermissionOptionKind | 'cancelled'> {
    const options = PERMISSION_KINDS.map((kind) => ({ kind, optionId: `demo-${kind}`, name: names[kind] }));
    const request: RequestPermissionRequest = { sessionId: this.session.id, toolCall, options };
    const asked = this.#client.request(methods.client.session.requestPermission, request);
    const { outcome } = await this.pace.orCancelled(asked);
    if (outcome.outcome === 'cancelled') return 'cancelled';
    return options.find(({ optionId }) => optionId === outcome.optionId)?.kind ?? 'cancelled';
  }

  async askQuestion(question: AskQuestion): Promise<QuestionAnswer> {
    const answer = await this.#extension('cursor/ask_question', question);
    return QuestionAnswer.safeParse(answer).data ?? { outcome: 'cancelled' };
  }

  async createPlan(plan: CreatePlan): Promise<PlanAnswer> {
    const answer = await this.#extension('cursor/create_plan', plan);
    return PlanAnswer.safeParse(answer).data ?? { outcome: 'cancelled' };
  }

  async updateTodos(todos: UpdateTodos): Promise<void> {
    await this.#extension('cursor/update_todos', todos);
  }

  async tellTask(task: Task): Promise<void> {
    await this.#extension('cursor/task', task);
  }

  async tellImage(image: GenerateImage): Promise<void> {
    await this.#extension('cursor/generate_image', image);
  }

  /** The client's raw answer; undefined when it refuses the method, which many clients do with extensions. */
  async #extension(method: string, params: object): Promise<unknown> {
    return this.pace.orCancelled(
      this.#client.request(method, params).catch((error: unknown) => {
        if (error instanceof RequestError) return undefined;
        throw error;
      }),
    );
  }
}
