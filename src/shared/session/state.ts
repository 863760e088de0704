import type { StoredPart } from '../acp/content';
import { signInNeed } from '../acp/signInNeed';
import type { AvailableCommand, ConfigChoice, ConfigOption, SessionModels, SessionModes } from '../acp/update';
import type { AppError } from '../errors';
import type { McpGiven } from '../mcpServer';
import type { SessionId, TurnId } from '../ids';
import type { Item } from './item';
import type { PromptQueueState } from './queue';
import type { SessionRequest } from './request';
import type { Todo } from './todo';

/**
 * The connection that serves a session, as the session sees it. `none`: no process now. `waiting`: the agent died at its
 * last starts, and is started again at `until`.
 */
export type ConnectionState =
  | { status: 'none' }
  | { status: 'waiting'; until: number; failures: number }
  | { status: 'starting'; connectionId: string }
  | { status: 'ready'; connectionId: string }
  | { status: 'unresponsive'; connectionId: string; since: number }
  | { status: 'exited'; connectionId: string; exitCode: number | null; signal: string | null; stderrTail: string };

/**
 * `new`: not yet created at the agent; `attached`: a live connection knows it; `detached`: no process now, can be resumed;
 * `lost`: the agent said that it no longer knows it, and only a click may start a fresh one.
 */
export type AtAgent = 'new' | 'attached' | 'detached' | 'lost';

export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

export type TurnOutcome =
  | { status: 'ended'; stopReason: StopReason }
  | { status: 'failed'; error: AppError }
  | { status: 'interrupted' };

/** `kind: agent`: opened by what came while no turn was open (background work). `waiting` is derived: see `turnStatus`. */
export type TurnState =
  | { status: 'idle' }
  | {
      status: 'running' | 'cancelling';
      turnId: TurnId;
      kind: 'prompt' | 'agent';
      startedAt: number;
      firstOrdinal: number;
      /** When the person stopped it; there while it is `cancelling`. */
      stoppedAt?: number;
    }
  | {
      status: 'done';
      turnId: TurnId;
      kind: 'prompt' | 'agent';
      startedAt: number;
      endedAt: number;
      firstOrdinal: number;
      outcome: TurnOutcome;
    };

export interface SessionOptions {
  modes: SessionModes | null;
  models: SessionModels | null;
  configOptions: readonly ConfigOption[];
  /** Models that the agent listed when it was asked for them, beside those of its model option. */
  listedModels?: readonly ConfigChoice[];
}

export interface SessionUsage {
  used?: number;
  size?: number;
  cost?: { amount: number; currency: string };
}

/** `stored` and `rest` as in `acp/printed`: all of what is over 64 KB. */
export interface TerminalOutput {
  output: string;
  truncated: boolean;
  stored?: StoredPart | undefined;
  rest?: number | undefined;
  exit: { exitCode: number | null; signal: string | null } | null;
}

export interface SessionTitle {
  text: string;
  /** A person's title is never overwritten; the prompt's first line gives way to the agent's. */
  source: 'user' | 'agent' | 'prompt';
}

/** Everything of a session but its items: what the store keeps as one row. */
export interface SessionHead {
  sessionId: SessionId;
  /** Sequence number of the last event folded in. */
  seq: number;
  acpSessionId: string | null;
  atAgent: AtAgent;
  connection: ConnectionState;
  turn: TurnState;
  /** Requests that wait, oldest first. Their items carry the same requests. */
  requests: readonly SessionRequest[];
  todos: readonly Todo[];
  options: SessionOptions;
  commands: readonly AvailableCommand[];
  usage: SessionUsage;
  title: SessionTitle | null;
  nextOrdinal: number;
  /**
   * Output of terminals that no item names yet, or that still run. Moved into the items' content parts when a turn ends.
   */
  terminals: Readonly<Record<string, TerminalOutput>>;
  /** Why the last attempt to attach failed; null once one worked. Shown with its ways out. */
  attachError: AppError | null;
  /**
   * Items before this ordinal were never said to the agent's session (a fork, an import): they go along with the next
   * prompt. Absent where the agent knows all of it.
   */
  untoldBefore?: number;
  /** The person's MCP servers, as the agent was last told of them; absent where there were none to tell. */
  mcp?: McpGiven;
  /** Messages that wait to be sent; absent where none does. */
  queue?: PromptQueueState;
}

/**
 * `items` is a window, ascending by ordinal and without gaps: the newest page and all that came since, more where someone
 * paged back. Updates of items outside the window name them by `target` and are folded where the item is held.
 */
export interface SessionState extends SessionHead {
  items: readonly Item[];
}

export function emptySession(sessionId: SessionId): SessionState {
  return {
    sessionId,
    seq: 0,
    acpSessionId: null,
    atAgent: 'new',
    connection: { status: 'none' },
    turn: { status: 'idle' },
    requests: [],
    todos: [],
    options: { modes: null, models: null, configOptions: [] },
    commands: [],
    usage: {},
    title: null,
    nextOrdinal: 0,
    terminals: {},
    attachError: null,
    items: [],
  };
}

export const isTurnOpen = (turn: TurnState): turn is Extract<TurnState, { status: 'running' | 'cancelling' }> =>
  turn.status === 'running' || turn.status === 'cancelling';

/** Whether a prompt may start now. Background work never keeps a person from speaking; its later updates name their items. */
export const takesPrompt = (turn: TurnState): boolean =>
  !isTurnOpen(turn) || (turn.kind === 'agent' && turn.status === 'running');

/** The turn's status as DESIGN section 4 names it; `waiting` is derived: for the open requests, or for a sign-in. */
export function turnStatus(
  state: SessionHead,
): 'idle' | 'running' | 'waiting' | 'cancelling' | 'ended' | 'failed' | 'interrupted' {
  const { turn } = state;
  if (turn.status === 'cancelling') return 'cancelling';
  if (state.requests.length > 0) return 'waiting';
  if (turn.status === 'running' && signInNeed(state.attachError) !== null) return 'waiting';
  return turn.status === 'done' ? turn.outcome.status : turn.status;
}
