import { ResponseError } from 'vscode-jsonrpc/node';
import type { z } from 'zod';
import {
  CreateTerminalResponse,
  parseCreateTerminal,
  parsePermissionRequest,
  parseReadTextFile,
  parseTerminalRequest,
  parseWriteTextFile,
  PermissionResponse,
  ReadTextFileResponse,
  TerminalExit,
  TerminalOutput,
} from '@shared/acp/clientMethods';
import {
  AskQuestionOutcome,
  canonicalMethod,
  CreatePlanOutcome,
  GenerateImageOutcome,
  parseAskQuestion,
  parseCreatePlan,
  parseGenerateImage,
  parseTask,
  parseUpdateTodos,
  TaskOutcome,
  UpdateTodosOutcome,
} from '@shared/acp/cursor';
import { ElicitationAnswer, parseElicitation } from '@shared/acp/elicitation';
import type { ClientCapabilities } from '@shared/acp/initialize';
import { fieldsOf, optionalString } from '@shared/acp/lenient';
import { type AppError, toAppError } from '@shared/errors';
import type { ClientHost } from './clientHost';
import type { ConnectionHandlers } from './connection';
import type { RequestContext } from './requestContext';
import { RPC } from './rpcErrors';

type Handle = (params: unknown, context: RequestContext) => Promise<unknown>;

/**
 * The dispatch of an agent's requests to the host. A method whose capability was not declared to this agent is unknown
 * (-32601), malformed params are -32602 in words that the agent's author can use; Cursor's malformed ones are answered
 * `cancelled`, as is a failure of ours: an error on them can make Cursor accept its own plan (cursor-acp.md 2.7, AC-04).
 */
export function clientHandlers(
  host: ClientHost,
  declared: ClientCapabilities,
  onFault: (error: AppError) => void,
): Pick<ConnectionHandlers, 'onRequest' | 'onNotification'> {
  const handles = new Map<string, Handle>([
    [
      'session/request_permission',
      reading(
        parsePermissionRequest,
        'sessionId, toolCall.toolCallId and at least one option with an optionId',
        async (request, context) =>
          PermissionResponse.parse({ outcome: await host.requestPermission(request, context) }),
      ),
    ],
  ]);
  const facts = factsOf(host);
  const questions = questionsOf(host);
  /** The outcome is nested: Cursor reads a flat one as cancelled (AC-01). */
  const nested = async (outcome: Promise<unknown> | undefined): Promise<unknown> => {
    try {
      return outcome === undefined ? CANCELLED : { outcome: await outcome };
    } catch (error) {
      onFault(toAppError(error));
      return CANCELLED;
    }
  };
  if (declared.fs.readTextFile) {
    handles.set(
      'fs/read_text_file',
      reading(parseReadTextFile, 'sessionId and path', async (request, context) =>
        ReadTextFileResponse.parse({ content: await host.readTextFile(request, context) }),
      ),
    );
  }
  if (declared.fs.writeTextFile) {
    handles.set(
      'fs/write_text_file',
      reading(parseWriteTextFile, 'sessionId, path and content', async (request, context) => {
        await host.writeTextFile(request, context);
        return {};
      }),
    );
  }
  if (declared.terminal) for (const [method, handle] of terminals(host)) handles.set(method, handle);
  if (declared.elicitation !== undefined) {
    handles.set(
      'elicitation/create',
      reading(
        parseElicitation,
        'a mode that was declared, and a form whose required fields are known',
        async (request, context) => {
          if (declared.elicitation?.[request.mode] === undefined) throw invalid('a mode that was declared');
          return ElicitationAnswer.parse(await host.elicit(request, context));
        },
      ),
    );
  }
  return {
    onRequest: async (method, params, context) => {
      const known = canonicalMethod(method);
      const fact = facts.get(known);
      if (fact !== undefined) return nested(fact(params));
      const question = questions.get(known);
      if (question !== undefined) return nested(question(params, context));
      const handle = handles.get(known);
      if (handle === undefined && known.startsWith('cursor/')) {
        // Newer extensions of Cursor's: an error would make it take a decision of its own (AC-02).
        host.unknownExtension(known, params);
        return CANCELLED;
      }
      if (handle === undefined) throw new ResponseError(RPC.methodNotFound, `unknown method ${method}`);
      return handle(params, context);
    },
    onNotification: (method, params) => {
      const known = canonicalMethod(method);
      const fact = facts.get(known);
      if (fact !== undefined) {
        // Nobody waits for the outcome; a failure is told of all the same.
        void nested(fact(params));
        return;
      }
      // Nobody could answer it, and what was asked is seen at least.
      if (questions.has(known)) host.unknownExtension(known, params);
      if (method !== 'elicitation/complete') return;
      const elicitationId = optionalString(fieldsOf(params)['elicitationId']);
      if (elicitationId !== undefined) host.elicitationCompleted(elicitationId);
    },
  };
}

function terminals(host: ClientHost): [string, Handle][] {
  const needs = 'sessionId and terminalId';
  return [
    [
      'terminal/create',
      reading(parseCreateTerminal, 'sessionId and command', async (request, context) =>
        CreateTerminalResponse.parse({ terminalId: await host.createTerminal(request, context) }),
      ),
    ],
    [
      'terminal/output',
      reading(parseTerminalRequest, needs, async (request) => TerminalOutput.parse(await host.terminalOutput(request))),
    ],
    [
      'terminal/wait_for_exit',
      reading(parseTerminalRequest, needs, async (request, context) =>
        TerminalExit.parse(await host.waitForTerminalExit(request, context)),
      ),
    ],
    [
      'terminal/kill',
      reading(parseTerminalRequest, needs, async (request) => {
        await host.killTerminal(request);
        return {};
      }),
    ],
    [
      'terminal/release',
      reading(parseTerminalRequest, needs, async (request) => {
        await host.releaseTerminal(request);
        return {};
      }),
    ],
  ];
}

/** One of Cursor's five: the outcome that its answer nests; undefined where its params are malformed. */
type Extension<Rest extends unknown[]> = (params: unknown, ...rest: Rest) => Promise<unknown> | undefined;

const extension =
  <T, O, Rest extends unknown[]>(
    read: (params: unknown) => T | undefined,
    outcome: z.ZodType<O>,
    run: (request: T, ...rest: Rest) => Promise<O>,
  ): Extension<Rest> =>
  (params, ...rest) => {
    const request = read(params);
    if (request === undefined) return undefined;
    return (async () => outcome.parse(await run(request, ...rest)))();
  };

/** What tells of something that is done: requests on the wire, notifications by Cursor's page (cursor-acp.md 1.4, 2.7). */
const factsOf = (host: ClientHost): Map<string, Extension<[]>> =>
  new Map([
    ['cursor/update_todos', extension(parseUpdateTodos, UpdateTodosOutcome, (fact) => host.updateTodos(fact))],
    ['cursor/task', extension(parseTask, TaskOutcome, (fact) => host.taskDone(fact))],
    ['cursor/generate_image', extension(parseGenerateImage, GenerateImageOutcome, (fact) => host.generateImage(fact))],
  ]);

/** What waits for a person. */
const questionsOf = (host: ClientHost): Map<string, Extension<[RequestContext]>> =>
  new Map([
    [
      'cursor/ask_question',
      extension(parseAskQuestion, AskQuestionOutcome, (request, context: RequestContext) =>
        host.askQuestion(request, context),
      ),
    ],
    [
      'cursor/create_plan',
      extension(parseCreatePlan, CreatePlanOutcome, (request, context: RequestContext) =>
        host.createPlan(request, context),
      ),
    ],
  ]);

function reading<T>(
  read: (params: unknown) => T | undefined,
  needs: string,
  run: (request: T, context: RequestContext) => Promise<unknown>,
): Handle {
  return async (params, context) => {
    const request = read(params);
    if (request === undefined) throw invalid(needs);
    return run(request, context);
  };
}

const CANCELLED = { outcome: { outcome: 'cancelled' } };

const invalid = (needs: string): ResponseError =>
  new ResponseError(RPC.invalidParams, `invalid params: this client needs ${needs}`);
