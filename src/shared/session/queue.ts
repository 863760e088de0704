import type { ContentBlock } from '../acp/content';
import type { QueuedId } from '../ids';

/** Messages that were sent while the agent was busy, and wait. */

/**
 * Why nothing is sent by itself now. `stopped`: the person stopped the turn before; `failed`: it did not end well;
 * `interrupted`: Signalbox was ended; `unsure`: a message may have reached the agent already; `editing`: one is being
 * changed; `kept`: the person wants it so.
 */
export type QueuePause = 'stopped' | 'failed' | 'interrupted' | 'unsure' | 'editing' | 'kept';

export interface QueuedPrompt {
  queuedId: QueuedId;
  /** When it was sent by the person. */
  at: number;
  /** As it is shown: parts over 64 KB are `stored` ones. What will be sent is in the store, whole. */
  content: readonly ContentBlock[];
  /**
   * It was sent into the running turn. `sent`: no answer yet; `failed`: the agent did not take it, so it waits on;
   * `unknown`: the answer never came.
   */
  steer?: 'sent' | 'failed' | 'unknown';
  /** How often it was edited; absent: never. */
  edits?: number;
}

export interface PromptQueueState {
  /** Never empty; the first is sent first. */
  prompts: readonly QueuedPrompt[];
  paused: QueuePause | null;
  /** Is sent as soon as the turn that is being stopped for it has ended, paused or not. */
  next: QueuedId | null;
}

/** Is another message sent when the turn ends well? */
export const goesOn = (queue: PromptQueueState | undefined): boolean =>
  queue !== undefined && (queue.paused === null || queue.next !== null);
