import type { AppError } from '../errors';
import type { ProjectId } from '../ids';

/** Sessions that are elsewhere: what an agent knows of them, and what lies on this machine without it. */

/** One that the agent can load and that we do not have. */
export interface ImportableSession {
  acpSessionId: string;
  /** '' where the agent did not say. */
  cwd: string;
  title: string | null;
  updatedAt: number | null;
  /** The project in whose folder it is; null: it becomes one with the import. */
  projectId: ProjectId | null;
}

/** A chat of the agent's own program in a terminal, which no client of the protocol can load. Read, never written. */
export interface TerminalChat {
  chatId: string;
  title: string | null;
  /** null: it is not written down, and no folder that we know fits. */
  cwd: string | null;
  updatedAt: number | null;
  /** Where it lives. */
  folder: string;
  projectId: ProjectId | null;
  /** What continues it in a terminal, as argv. */
  command: readonly string[];
}

export interface ImportList {
  /** What the agent itself said. `cannotLoad`: it lists sessions and cannot open one. */
  asked:
    | { status: 'listed' }
    | { status: 'notOffered' }
    | { status: 'cannotLoad' }
    | { status: 'failed'; error: AppError };
  sessions: readonly ImportableSession[];
  chats: readonly TerminalChat[];
  /** The agent's chats of which its answer said nothing were found in these folders. */
  folders: readonly string[];
  /** There are more than are shown. */
  cut: boolean;
}
