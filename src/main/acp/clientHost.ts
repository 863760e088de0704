import type {
  CreateTerminalRequest,
  PermissionOutcome,
  PermissionRequest,
  ReadTextFileRequest,
  TerminalExit,
  TerminalOutput,
  TerminalRequest,
  WriteTextFileRequest,
} from '@shared/acp/clientMethods';
import type {
  AskQuestion,
  AskQuestionOutcome,
  CreatePlan,
  CreatePlanOutcome,
  GenerateImage,
  GenerateImageOutcome,
  Task,
  TaskOutcome,
  UpdateTodos,
  UpdateTodosOutcome,
} from '@shared/acp/cursor';
import type { ElicitationAnswer, ElicitationRequest } from '@shared/acp/elicitation';
import type { RequestContext } from './requestContext';

/**
 * What the engine does for an agent, with everything parsed. A method that fails rejects with an AppFailure; its code
 * becomes the JSON-RPC error (rpcErrors.ts). Those that wait for a person settle late or never: `context.signal` is
 * aborted when the agent withdrew the request or the connection closed, and nobody reads the answer after that.
 */
export interface ClientHost {
  requestPermission(request: PermissionRequest, context: RequestContext): Promise<PermissionOutcome>;

  readTextFile(request: ReadTextFileRequest, context: RequestContext): Promise<string>;
  writeTextFile(request: WriteTextFileRequest, context: RequestContext): Promise<void>;

  /** Gives the terminal's id. */
  createTerminal(request: CreateTerminalRequest, context: RequestContext): Promise<string>;
  terminalOutput(request: TerminalRequest): Promise<TerminalOutput>;
  waitForTerminalExit(request: TerminalRequest, context: RequestContext): Promise<TerminalExit>;
  killTerminal(request: TerminalRequest): Promise<void>;
  releaseTerminal(request: TerminalRequest): Promise<void>;

  elicit(request: ElicitationRequest, context: RequestContext): Promise<ElicitationAnswer>;
  /** The agent saw that the page of a url elicitation was done with. */
  elicitationCompleted(elicitationId: string): void;

  /** The five of Cursor carry no session: the host routes them by `toolCallId` (AC-05). */
  askQuestion(request: AskQuestion, context: RequestContext): Promise<AskQuestionOutcome>;
  createPlan(request: CreatePlan, context: RequestContext): Promise<CreatePlanOutcome>;
  /** These three tell of something that is done: they wait for nobody, and may come as notifications too. */
  updateTodos(request: UpdateTodos): Promise<UpdateTodosOutcome>;
  taskDone(request: Task): Promise<TaskOutcome>;
  generateImage(request: GenerateImage): Promise<GenerateImageOutcome>;
  /** A request of Cursor's that we do not know; it is answered `cancelled`, and shown as it came. */
  unknownExtension(method: string, params: unknown): void;
}
