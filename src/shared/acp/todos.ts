import type { Todo, TodoStatus } from '../session/todo';
import { fieldsOf, given, optionalList, optionalString } from './lenient';

/** Todos as agents send them: any part may be missing, and three spellings of a status are one state (AC-06). */
export type TodoPatch = { id?: string; content?: string; status?: TodoStatus };

export function parseTodoPatch(value: unknown): TodoPatch | undefined {
  const fields = fieldsOf(value);
  const patch = given<TodoPatch>({
    id: optionalString(fields['id']),
    content: optionalString(fields['content']) ?? optionalString(fields['title']),
    status: parseTodoStatus(fields['status']),
  });
  return patch.id === undefined && patch.content === undefined ? undefined : patch;
}

function parseTodoStatus(value: unknown): TodoStatus | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value
    .replace(/^TODO_STATUS_/i, '')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
  switch (word) {
    case 'inprogress':
    case 'active':
      return 'in_progress';
    case 'completed':
    case 'complete':
    case 'done':
      return 'completed';
    case 'cancelled':
    case 'canceled':
      return 'cancelled';
    default:
      return 'pending';
  }
}

/** A whole list from an agent's `todos`; what is no todo is left out. */
export function todosFrom(value: unknown): Todo[] {
  return [...mergeTodos([], optionalList(value, parseTodoPatch) ?? [], false)];
}

/**
 * The list after an update: `merge` false replaces it; true changes items by id, keeps what an item does not give, and
 * appends new ones. Gives `current` itself when nothing changed.
 */
export function mergeTodos(current: readonly Todo[], incoming: readonly TodoPatch[], merge: boolean): readonly Todo[] {
  const next: Todo[] = merge ? [...current] : [];
  for (const patch of incoming) {
    const index = indexOfPatch(next, patch);
    const old = index === -1 ? current.find((todo) => todo.id === patch.id) : next[index];
    const todo: Todo = {
      id: old?.id ?? patch.id ?? freeId(next),
      content: patch.content ?? old?.content ?? '',
      status: patch.status ?? old?.status ?? 'pending',
    };
    if (index === -1) next.push(todo);
    else next[index] = todo;
  }
  return sameTodos(current, next) ? current : next;
}

function indexOfPatch(todos: readonly Todo[], patch: TodoPatch): number {
  if (patch.id !== undefined) return todos.findIndex((todo) => todo.id === patch.id);
  return todos.findIndex((todo) => todo.content === patch.content);
}

function freeId(todos: readonly Todo[]): string {
  let number = todos.length + 1;
  while (todos.some((todo) => todo.id === `todo-${number}`)) number += 1;
  return `todo-${number}`;
}

function sameTodos(a: readonly Todo[], b: readonly Todo[]): boolean {
  return (
    a.length === b.length &&
    a.every((todo, index) => {
      const other = b[index];
      return todo.id === other?.id && todo.content === other.content && todo.status === other.status;
    })
  );
}
