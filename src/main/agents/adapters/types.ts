import type { ClientCapabilities } from '@shared/acp/initialize';
import type { SessionUpdate } from '@shared/acp/update';
import type { AdapterId } from '@shared/settings';

/**
 * How one agent differs, as data and small functions (DESIGN section 1). The shared path asks these and nothing else: it
 * never tests which agent it talks to.
 */
export interface Adapter {
  readonly id: AdapterId;
  /**
   * `session`: one process each. Cursor's model choice is process-wide and its slash commands come from the process's
   * folder (cursor-acp.md 2.5, 2.10). `project`: sessions of one project share a process.
   */
  readonly processPer: 'session' | 'project';
  /** Never two starts of it at once, from spawn to the answer of initialize: Cursor's CLI ends the other (AC-14). */
  readonly startsAlone: boolean;
  /** What we declare in initialize. An adapter may declare fewer than we can do, never more. */
  readonly capabilities: ClientCapabilities;
  /** Puts the agent's dialect of an update right before it is kept. Returns the same object where nothing is to be done. */
  normalizeUpdate(update: SessionUpdate): SessionUpdate;
  /**
   * Where the agent ends its turn after a plan was accepted without doing the work (cursor-acp.md 2.7): the mode to
   * switch to before a prompt sends it on its way.
   */
  readonly afterPlanAccepted: { modeId: string } | null;
}
