import { z } from 'zod';
import { AgentId, ProjectId, SessionId } from '../ids';

/** What is asked of the search over everything that was said, and what comes back. */

/** `tool`: tool calls, subtasks and pictures; `ask`: plans and what an agent asked. */
export const SearchKind = z.enum(['prompt', 'answer', 'tool', 'ask']);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchQuery = z.object({
  /** Words that must all be found, in any order; in Chinese any run of characters is one. Case does not count. */
  text: z.string().max(1000),
  /** At most this many hits, newest first. */
  limit: z.number().int().min(1).max(200),
  /** `next` of the page before. */
  before: z.number().optional(),
  sessionId: SessionId.optional(),
  projectId: ProjectId.optional(),
  agentId: AgentId.optional(),
  /** None and absent: all. */
  kinds: z.array(SearchKind).max(4).optional(),
  /** Milliseconds since the epoch: said at `from` or later, and before `to`. */
  from: z.number().optional(),
  to: z.number().optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export interface SnippetPart {
  text: string;
  match: boolean;
}

/** One item whose text holds what was searched. */
export interface SearchHit {
  sessionId: SessionId;
  ordinal: number;
  kind: SearchKind;
  /** Of the item, milliseconds since the epoch. */
  at: number;
  snippet: readonly SnippetPart[];
}

export interface SearchPage {
  /** Newest first. Fewer than asked for does not mean that there are no more: see `next`. */
  hits: readonly SearchHit[];
  /** Where the next page begins; null: everything was looked through. */
  next: number | null;
}
