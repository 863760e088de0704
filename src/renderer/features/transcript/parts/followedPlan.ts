import type { PlanEntry } from '@shared/acp/update';
import type { Todo } from '@shared/session/todo';
import type { TodoLine } from '../../todos/TodoLines';

export interface FollowedPlan {
  lines: readonly TodoLine[];
  /** Null where nobody has told how far it is: an agent that says its plan once and then works shows no false "0 of 3". */
  progress: { done: number; total: number } | null;
}

/**
 * A plan as far as it is known to be. Cursor tells a plan once, with its proposal, and from then on only the todos that came
 * of it (cursor-acp.md 2.8): where the session's todos hold an entry's words, theirs is its state.
 */
export function followedPlan(entries: readonly PlanEntry[], open: boolean, todos: readonly Todo[]): FollowedPlan {
  const states = new Map(todos.map((todo) => [todo.content, todo.status]));
  const lines = entries.map((entry, index) => ({
    id: String(index),
    content: entry.content,
    status: entry.status === 'pending' ? (states.get(entry.content) ?? entry.status) : entry.status,
  }));
  const isFollowed = lines.some(({ content, status }) => status !== 'pending' || states.has(content));
  const counted = lines.filter(({ status }) => status !== 'cancelled');
  const done = lines.filter(({ status }) => status === 'completed').length;
  return { lines, progress: open || isFollowed ? { done, total: counted.length } : null };
}
