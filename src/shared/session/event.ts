import type { ContentBlock, StoredPart } from '../acp/content';
import type { SessionUpdate } from '../acp/update';
import type { AppError } from '../errors';
import type { McpGiven } from '../mcpServer';
import type { QueuedId, RequestId, SessionId, TurnId } from '../ids';
import type { Notice } from './item';
import type { QueuePause, QueuedPrompt } from './queue';
import type { SessionRequest, Settlement } from './request';
import type { AtAgent, ConnectionState, SessionOptions, SessionTitle, TurnOutcome } from './state';
import type { Todo } from './todo';

/**
 * A fact that changes a session. `seq` counts from 1 in each session without gaps; `at` is milliseconds since the epoch.
 * The reducer is the only reader: the engine, the page and the tests fold the same events.
 */
export type SessionEvent = { seq: number; at: number; sessionId: SessionId } & SessionEventBody;

export type SessionEventBody =
  /**
   * `prompt` is absent for a turn that the agent began by itself. Its parts over 64 KB are `stored` ones by then, as
   * everywhere. `queuedId`: it waited in the queue, and leaves it with this.
   */
  | {
      type: 'turn.started';
      turnId: TurnId;
      kind: 'prompt' | 'agent';
      prompt?: readonly ContentBlock[];
      queuedId?: QueuedId;
    }
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
   * 64 KB at a character boundary; what is longer is all in `stored`, but for the `rest` last characters (`acp/printed`;
   * null: it could not be kept any longer). `exit` closes it.
   */
  | {
      type: 'terminal.changed';
      terminalId: string;
      append?: string;
      stored?: StoredPart | null;
      rest?: number;
      exit?: { exitCode: number | null; signal: string | null };
    }
  /** Given parts replace. */
  | { type: 'options.changed'; options: Partial<SessionOptions> }
  | { type: 'connection.changed'; connection: ConnectionState }
  | { type: 'attachment.changed'; atAgent: AtAgent; acpSessionId?: string | null; error?: AppError | null }
  /** With session/new, load or resume. */
  | { type: 'mcp.given'; mcp: McpGiven }
  /** What stood before (`head.untoldBefore`) went to the agent with a prompt. */
  | { type: 'history.told' }
  | { type: 'title.set'; title: SessionTitle | null }
  | { type: 'notice.added'; notice: Notice }
  | { type: 'queue.added'; prompt: QueuedPrompt }
  | { type: 'queue.edited'; queuedId: QueuedId; content: readonly ContentBlock[] }
  /** `before` null: to the end. */
  | { type: 'queue.moved'; queuedId: QueuedId; before: QueuedId | null }
  | { type: 'queue.removed'; queuedIds: readonly QueuedId[] }
  /** Null: it goes on. A turn that is stopped or does not end well pauses it without a word of its own. */
  | { type: 'queue.paused'; pause: QueuePause | null }
  | { type: 'queue.next'; queuedId: QueuedId }
  | { type: 'queue.steered'; queuedId: QueuedId; steer: NonNullable<QueuedPrompt['steer']> }
  /** A queued message that the agent took into the turn that runs. */
  | { type: 'prompt.injected'; queuedId: QueuedId; prompt: readonly ContentBlock[] }
  /** All items go: the agent's replay is about to rebuild them (we hold none, or the person asked for it). */
  | { type: 'transcript.cleared' };
