import type { DemoTodo } from '../cursorRequests';
import type { Turn } from '../turn';

type Status = DemoTodo['status'];

/**
 * Sends a todo list, or changes of one (`merge`), the way Cursor does: a tool call first, and right after its completion
 * the request, which the client finds the session of by the tool call's id.
 */
export async function sendTodos(
  turn: Turn,
  todos: (DemoTodo | Pick<DemoTodo, 'id' | 'status'>)[],
  merge: boolean,
): Promise<void> {
  const tool = await turn.tool({
    title: turn.script.tools.todos,
    kind: 'other',
    rawInput: { _toolName: 'updateTodos', todos },
  });
  await tool.update({ status: 'completed' });
  await turn.updateTodos({ toolCallId: tool.toolCallId, todos, merge });
}

export async function playTodos(turn: Turn): Promise<void> {
  const { script, pace } = turn;
  await turn.say(script.todos.before);
  const items = script.todos.items.map((content, index) => ({ id: `tea-${index + 1}`, content }));
  await sendTodos(
    turn,
    items.map((item, index): DemoTodo => ({ ...item, status: index === 0 ? 'in_progress' : 'pending' })),
    false,
  );
  const steps: [number, Status][][] = [
    [
      [0, 'completed'],
      [1, 'in_progress'],
    ],
    [
      [1, 'completed'],
      [2, 'in_progress'],
    ],
    [
      [2, 'completed'],
      [3, 'cancelled'],
    ],
  ];
  for (const step of steps) {
    await pace.pause(700);
    await sendTodos(
      turn,
      step.map(([index, status]) => ({ id: `tea-${index + 1}`, status })),
      true,
    );
  }
  await turn.say(script.todos.after);
}
