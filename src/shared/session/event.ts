import type { ContentBlock, StoredPart } from '../acp/content';
import type { SessionUpdate } from '../acp/update';
import type { AppError } from '../errors';
import type { McpGiven } from '../mcpServer';
import type { RequestId, SessionId, TurnId } from '../ids';
import type { Notice } from './item';
import type { SessionRequest, Settlement } from './request';
import type { AtAgent, ConnectionState, SessionOptions, SessionTitle, TurnOutcome } from './state';
import type { Todo } from './todo';

/**
 * A fact that changes a session. `seq` counts from 1 in each session without gaps; `at` is milliseconds since the epoch.
 * The reducer is the only reader: the engine, the page and the tests fold the same events.
 */
export type SessionEvent = { seq: number; at: number; sessionId: SessionId } & SessionEventBody;

export type SessionEventBody =
  /** `prompt` is absent for a turn of kind `agent`. Its parts over 64 KB are `stored` ones by then, as everywhere. */
  | { type: 'turn.started'; turnId: TurnId; kind: 'prompt' | 'agent'; prompt?: readonly ContentBlock[] }
  | { type: 'turn.cancelling'; turnId: TurnId }
  | { type: 'turn.ended'; turnId: TurnId; outcome: TurnOutcome }
  /**
   * An ACP session/update. Consecutive text chunks of one message are joined into one event per flush. `target` is the
   * ordinal of an older item that this tool call update rewrites: where that item is not in the window nothing changes.
   */
  | { type: 'update'; update: SessionUpdate; target?: number }
  /** An update of a subagent's own session, joined as `update` is. `target` is its subtask's ordinal; see `update`. */
  | { type: 'subagent.updated'; subagentSessionId: string; update: SessionUpdate; target?: number }
  | { type: 'request.opened'; request: SessionRequest }
  | { type: 'request.settled'; requestId: RequestId; settlement: Settlement }
  /** The whole resulting list. */
  | { type: 'todos.set'; todos: readonly Todo[] }
  | {
      type: 'subtask.changed';
      toolCallId: string;
      description: string;
      prompt: string;
      subagentType: string;
      model?: string;
      agentId?: string;
      durationMs?: number;
      status: 'running' | 'completed' | 'failed' | 'cancelled';
      /** Ordinal of the item that this rewrites; see `update`. */
      target?: number;
    }
  | {
      type: 'image.generated';
      toolCallId: string;
      description: string;
      path?: string;
      image?: StoredPart;
      refused?: 'outsideRoots' | 'tooLarge' | 'notFound' | 'notImage' | 'noPath';
      /** Ordinal of the item that this rewrites; see `update`. */
      target?: number;
    }
  /**
   * A terminal of ours that tool call items show by its id: `append` is added to the output of every content part with
   * that terminalId (and kept in `head.terminals` meanwhile, for an item that names it later), cut from the start past
   * 64 KB at a character boundary. `exit` closes it.
   */
  | {
      type: 'terminal.changed';
      terminalId: string;
      append?: string;
      exit?: { exitCode: number | null; signal: string | null };
    }
  /** Given parts replace. */
  | { type: 'options.changed'; options: Partial<SessionOptions> }
  | { type: 'connection.changed'; connection: ConnectionState }
  | { type: 'attachment.changed'; atAgent: AtAgent; acpSessionId?: string | null; error?: AppError | null }
  /** With session/new, load or resume. */
  | { type: 'mcp.given'; mcp: McpGiven }
  | { type: 'title.set'; title: SessionTitle | null }
  | { type: 'notice.added'; notice: Notice }
  /** All items go: the agent's replay is about to rebuild them (we hold none, or the person asked for it). */
  | { type: 'transcript.cleared' };
