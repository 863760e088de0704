import type { RequestAnswer } from '@shared/session/request';

/** A comment on a line of a plan, counted from 1, with the line as it stands there. */
export interface PlanComment {
  line: number;
  quote: string;
  text: string;
}

export interface PlanReply {
  /** In general. */
  words: string;
  comments: readonly PlanComment[];
  /** The whole plan as the person rewrote it; null: untouched. */
  edited: string | null;
}

/** The framing sentences, in the person's language: the reason is said in their name. */
export interface ReplyWords {
  line: (line: number) => string;
  edited: string;
}

type Rejected = Extract<RequestAnswer, { kind: 'plan'; decision: 'rejected' }>;

/** Comments that say something, in the plan's order. */
export const written = (comments: readonly PlanComment[]): PlanComment[] =>
  comments.filter(({ text }) => text.trim() !== '').sort((a, b) => a.line - b.line);

/**
 * What goes back to the agent. The protocol's reject carries one text and its accept carries none, so comments are quoted
 * with their lines in it, and an edited plan stands in it whole (docs/decisions: an edited plan goes back as a rejection).
 */
export function planReply({ words, comments, edited }: PlanReply, say: ReplyWords): Rejected {
  const said = written(comments);
  const parts = [
    words.trim(),
    ...said.map(({ line, quote, text }) => `${say.line(line)}\n${quoted(quote)}\n\n${text.trim()}`),
    edited === null ? '' : `${say.edited}\n\n${edited.trimEnd()}`,
  ].filter((part) => part !== '');
  const answer: Rejected = { kind: 'plan', decision: 'rejected' };
  if (parts.length > 0) answer.reason = parts.join('\n\n');
  if (said.length > 0) answer.comments = said.map(({ line, quote, text }) => ({ line, quote, text: text.trim() }));
  if (edited !== null) answer.edited = edited;
  return answer;
}

const LONGEST_QUOTE = 400;

function quoted(text: string): string {
  const cut = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return `> ${cut}`;
}
