import type { AppError } from '../errors';
import type { AgentId, PtyId, SessionId } from '../ids';

/** What the streams `signIns` and `pty` show. */

/** Where a sign-in stands; one at a time for each agent, begun from the card of a session. */
export type SignInProgress = { methodId: string; sessionId: SessionId } & (
  | { status: 'authenticating'; since: number }
  /** Its program runs in the terminal, or has ended otherwise than with success. */
  | { status: 'terminal'; ptyId: PtyId; ended: PtyExit | null }
  /** The agent is started again and what it refused is repeated. */
  | { status: 'restarting' }
  | { status: 'failed'; error: AppError }
);

/** Sign-ins that are under way, or whose end was not yet looked at. */
export interface SignInsSnapshot {
  signIns: readonly { agentId: AgentId; progress: SignInProgress }[];
}
/** `progress` null: it is over. */
export interface SignInsFrame {
  agentId: AgentId;
  progress: SignInProgress | null;
}

export interface PtyExit {
  exitCode: number | null;
  /** By number; null where none ended it. */
  signal: number | null;
}

export interface PtySnapshot {
  /** Program and arguments, to be shown. */
  command: readonly string[];
  /** The end of what it wrote, escape sequences and all. */
  output: string;
  exit: PtyExit | null;
}
export type PtyFrame = { type: 'output'; text: string } | { type: 'exited'; exit: PtyExit };
