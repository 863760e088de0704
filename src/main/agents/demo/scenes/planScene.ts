import type { DemoTodo, PlanAnswer } from '../cursorRequests';
import type { Turn } from '../turn';
import { sendTodos } from './todoScene';

/** A plan to review; when it is accepted, its first steps are acted out. */
export async function playPlan(turn: Turn): Promise<PlanAnswer['outcome']> {
  const { script, session, pace } = turn;
  const { plan } = script;
  await turn.say(plan.before);
  const tool = await turn.tool({ title: script.tools.plan, kind: 'other', rawInput: { _toolName: 'createPlan' } });
  const phases = plan.phases.map((phase, at) => ({
    name: phase.name,
    todos: phase.steps.map((content, step): DemoTodo => ({
      id: `plan-${at + 1}-${step + 1}`,
      content,
      status: 'pending',
    })),
  }));
  const last: DemoTodo = { id: 'plan-last', content: plan.lastStep, status: 'pending' };
  const answer = await turn.createPlan({
    toolCallId: tool.toolCallId,
    name: plan.name,
    overview: plan.overview,
    plan: plan.markdown,
    todos: [last],
    isProject: false,
    phases,
  });
  await tool.update({ status: 'completed', rawOutput: { outcome: answer.outcome } });
  if (answer.outcome === 'rejected') {
    await turn.say(plan.rejected(answer.reason));
    return answer.outcome;
  }
  if (answer.outcome === 'cancelled') {
    await turn.say(plan.cancelled);
    return answer.outcome;
  }

  // An accepted plan ends a reading mode: the work that follows may write.
  if (session.record.choices.mode !== 'agent') await session.setMode('agent');
  await turn.say(plan.accepted);
  const todos = [...phases.flatMap((phase) => phase.todos), last];
  await sendTodos(
    turn,
    todos.map((todo, index): DemoTodo => ({ ...todo, status: index === 0 ? 'in_progress' : 'pending' })),
    false,
  );
  for (const [index, todo] of todos.slice(0, 2).entries()) {
    await pace.pause(700);
    const next = todos[index + 1];
    await sendTodos(
      turn,
      [{ id: todo.id, status: 'completed' }, ...(next ? [{ id: next.id, status: 'in_progress' as const }] : [])],
      true,
    );
  }
  await turn.say(plan.finished);
  return answer.outcome;
}
