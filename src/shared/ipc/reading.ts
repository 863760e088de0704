import { z } from 'zod';
import { SessionId } from '../ids';

/** What a page asks of a session that it does not hold whole: to find in it, its prompts, its text. */

const ordinal = z.number().int().min(0);

export const FindQuery = z.object({
  sessionId: SessionId,
  text: z.string().max(1000),
  matchCase: z.boolean(),
  /** Items from `from` on, and before `before`. */
  from: ordinal,
  before: ordinal,
});
export type FindQuery = z.infer<typeof FindQuery>;

export interface FoundItem {
  ordinal: number;
  /** How often it stands there. */
  count: number;
}

export interface FindPage {
  /** Ascending. */
  found: readonly FoundItem[];
  /** Where the next page begins; null: all was looked through. */
  next: number | null;
}

export const PromptsQuery = z.object({ sessionId: SessionId, before: ordinal });
export type PromptsQuery = z.infer<typeof PromptsQuery>;

export interface PromptLine {
  ordinal: number;
  at: number;
  /** Its beginning, in one line. */
  text: string;
}

export interface PromptsPage {
  /** Newest first. */
  prompts: readonly PromptLine[];
  /** Before which the next page goes on; null: there are no more. */
  next: number | null;
}

export const TextQuery = z.object({ sessionId: SessionId, from: ordinal, before: ordinal });
export type TextQuery = z.infer<typeof TextQuery>;

/** A stretch of the session as Markdown. */
export interface TextPage {
  text: string;
  /** Where the next page begins; null: that is all. */
  next: number | null;
}
