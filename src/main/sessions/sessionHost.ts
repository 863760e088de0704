import { AskQuestionOutcome, CreatePlanOutcome } from '@shared/acp/cursor';
import type { ElicitationAnswer } from '@shared/acp/elicitation';
import { fieldsOf, given, optionalString } from '@shared/acp/lenient';
import { mergeTodos } from '@shared/acp/todos';
import { PermissionOutcome } from '@shared/acp/clientMethods';
import { type AppError, AppFailure, type Result } from '@shared/errors';
import { cancelledToWire, type WireAnswer } from '@shared/session/answerToWire';
import type { SessionRequest } from '@shared/session/request';
import type { ClientHost } from '../acp/clientHost';
import type { RequestContext } from '../acp/requestContext';
import type { AgentConnection } from '../agents/agentConnection';
import type { Supervisor } from '../agents/supervisor';
import type { Terminals } from '../agents/terminals';
import type { Blobs } from '../store/blobs';
import { readImage } from './imageFile';
import { shownPermission } from './permissionRequest';
import { routeFact, routeRequest } from './routing';
import type { SessionActor } from './sessionActor';
import type { UnroutedRequests } from './unroutedRequests';
import { readTextFile, writeTextFile } from './workspaceFiles';

export interface SessionHostOptions {
  connection: AgentConnection;
  actors: () => readonly SessionActor[];
  unrouted: UnroutedRequests;
  terminals: Terminals;
  blobs: Blobs;
  supervisor: () => Supervisor;
  now: () => number;
  newId: () => string;
}

/** What the engine does for one connection's agent, each thing in the session that it belongs to. */
export function sessionHost(options: SessionHostOptions): ClientHost {
  const { connection, unrouted, terminals, blobs, now, newId } = options;

  const known = (acpSessionId: string): SessionActor | undefined =>
    options
      .actors()
      .find(
        (candidate) =>
          candidate.connection === connection &&
          (candidate.state.acpSessionId === acpSessionId || candidate.hasSubagent(acpSessionId)),
      );
  const bySession = (acpSessionId: string): SessionActor => {
    const actor = known(acpSessionId);
    if (actor === undefined) throw new AppFailure({ code: 'session.unknown', sessionId: acpSessionId });
    return actor;
  };
  const byToolCall = (toolCallId: string | undefined): SessionActor | null =>
    routeRequest(options.actors(), connection, toolCallId);
  const byFact = (toolCallId: string | undefined): SessionActor | null =>
    routeFact(options.actors(), connection, toolCallId);

  /** Shows it in its session, or at the agent where it has none. */
  const ask = async (
    actor: SessionActor | null,
    request: SessionRequest,
    context: RequestContext,
  ): Promise<WireAnswer> => {
    const answer = await (actor === null
      ? unrouted.open(connection, request, context.signal)
      : actor.open(request, context));
    return answer ?? cancelledToWire(request);
  };
  const base = (toolCallId: string | undefined): { requestId: string; openedAt: number; toolCallId?: string } =>
    given({ requestId: newId(), openedAt: now(), toolCallId });

  return {
    async requestPermission(request, context) {
      const shown = shownPermission(request, newId(), now());
      const actor = known(request.acpSessionId) ?? byToolCall(request.toolCall.toolCallId);
      const answer = await ask(actor, shown, context);
      return PermissionOutcome.parse(outcomeOf(answer));
    },
    async readTextFile({ acpSessionId, ...request }) {
      return valueOf(await readTextFile([bySession(acpSessionId).cwd], request));
    },
    async writeTextFile({ acpSessionId, ...request }) {
      valueOf(await writeTextFile([bySession(acpSessionId).cwd], request));
    },
    async createTerminal({ acpSessionId, ...request }) {
      const actor = bySession(acpSessionId);
      const env = options.supervisor().environmentOf(connection);
      return valueOf(
        await terminals.create({ ...request, sessionId: actor.identity.sessionId }, { cwd: actor.cwd, env }),
      );
    },
    terminalOutput({ acpSessionId, terminalId }) {
      const { exitStatus, ...output } = valueOf(
        terminals.output(bySession(acpSessionId).identity.sessionId, terminalId),
      );
      return Promise.resolve(given({ ...output, exitStatus }));
    },
    async waitForTerminalExit({ acpSessionId, terminalId }) {
      return valueOf(await terminals.waitForExit(bySession(acpSessionId).identity.sessionId, terminalId));
    },
    async killTerminal({ acpSessionId, terminalId }) {
      valueOf(await terminals.kill(bySession(acpSessionId).identity.sessionId, terminalId));
    },
    async releaseTerminal({ acpSessionId, terminalId }) {
      valueOf(await terminals.release(bySession(acpSessionId).identity.sessionId, terminalId));
    },
    async elicit(request, context) {
      const named = request.acpSessionId === undefined ? undefined : known(request.acpSessionId);
      const actor = named ?? byToolCall(request.toolCallId);
      const { message } = request;
      const shown: SessionRequest =
        request.mode === 'form'
          ? { ...base(request.toolCallId), kind: 'form', message, fields: request.fields }
          : {
              ...base(request.toolCallId),
              kind: 'url',
              message,
              url: request.url,
              elicitationId: request.elicitationId,
            };
      const answer = await ask(actor, shown, context);
      return 'action' in answer ? answer : ({ action: 'cancel' } satisfies ElicitationAnswer);
    },
    elicitationCompleted(elicitationId) {
      for (const actor of options.actors()) {
        if (actor.connection === connection) actor.completeUrl(elicitationId);
      }
      unrouted.completeUrl(connection.connectionId, elicitationId);
    },
    async askQuestion({ toolCallId, ...question }, context) {
      const shown: SessionRequest = { ...base(toolCallId), kind: 'question', via: 'cursor', ...question };
      return AskQuestionOutcome.parse(outcomeOf(await ask(byToolCall(toolCallId), shown, context)));
    },
    async createPlan({ toolCallId, plan }, context) {
      const shown: SessionRequest = { ...base(toolCallId), kind: 'plan', plan };
      return CreatePlanOutcome.parse(outcomeOf(await ask(byToolCall(toolCallId), shown, context)));
    },
    updateTodos({ toolCallId, todos, merge }) {
      const actor = byFact(toolCallId);
      if (actor === null) return Promise.resolve({ outcome: 'cancelled' });
      const merged = [...mergeTodos(actor.state.todos, todos, merge)];
      actor.record({ type: 'todos.set', todos: merged });
      return Promise.resolve({ outcome: 'accepted', todos: merged });
    },
    taskDone(task) {
      const actor = byFact(task.toolCallId);
      if (actor === null) return Promise.resolve({ outcome: 'cancelled' });
      // Cursor tells of a subagent when it is done (cursor-acp.md 2.7).
      actor.record({ ...task, type: 'subtask.changed', toolCallId: task.toolCallId ?? newId(), status: 'completed' });
      const { agentId, durationMs } = task;
      return Promise.resolve(given({ outcome: 'completed' as const, agentId, durationMs }));
    },
    unknownExtension(method, params) {
      const actor = byFact(optionalString(fieldsOf(params)['toolCallId']));
      actor?.onUpdate({ sessionUpdate: 'unknown', kind: method, raw: params });
    },
    async generateImage({ toolCallId, description, filePath }) {
      const actor = byFact(toolCallId);
      if (actor === null) return { outcome: 'cancelled' };
      const told = given({ toolCallId: toolCallId ?? newId(), description, path: filePath });
      const read = filePath === undefined ? { refused: 'noPath' as const } : await readImage([actor.cwd], filePath);
      if ('refused' in read || filePath === undefined) {
        const refused = 'refused' in read ? read.refused : 'noPath';
        actor.record({ type: 'image.generated', ...told, refused });
        return { outcome: 'rejected', reason: REASONS[refused] };
      }
      const { sessionId } = actor.identity;
      const image = valueOf(blobs.write(sessionId, read.bytes, { as: 'image', mimeType: read.mimeType }));
      actor.record({ type: 'image.generated', ...told, image });
      return { outcome: 'generated', filePath };
    },
  };
}

/** For the agent's model, which reads English. */
const REASONS = {
  outsideRoots: 'the path lies outside the session folder',
  tooLarge: 'the image is larger than 20 MB',
  notFound: 'there is no such file',
  notImage: 'the file is not a PNG, JPEG, GIF or WebP image',
  noPath: 'no file path was given',
};

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new AppFailure(result.error satisfies AppError);
}

const outcomeOf = (answer: WireAnswer) => ('outcome' in answer ? answer.outcome : { outcome: 'cancelled' });
