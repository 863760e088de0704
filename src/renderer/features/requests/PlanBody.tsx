import { showsPlanName, showsPlanOverview } from '@shared/session/planText';
import type { ProposedPlan } from '@shared/session/request';
import type { Todo } from '@shared/session/todo';
import type { ReactNode } from 'react';
import { Markdown } from '../markdown/Markdown';
import { TaskMark } from '../markdown/TaskMark';

/** The whole plan as a page: its name and overview, its text (or what stands for it), its phases and what is to be done in each. */
export function PlanBody({ plan, text }: { plan: ProposedPlan; text?: ReactNode }) {
  const { name, overview, markdown, phases, todos } = plan;
  return (
    <div className="text-lg selectable">
      {showsPlanName(plan, markdown) ? <h4 className="mb-1.5 text-xl font-[630] tracking-[-0.01em]">{name}</h4> : null}
      {overview !== undefined && showsPlanOverview(plan, markdown) ? (
        <Markdown text={overview} className="mb-3" />
      ) : null}
      {text ?? <Markdown text={markdown} />}
      {phases.map((phase, index) => (
        <div key={index} className="mt-3.5">
          <h4 className="mb-1 text-md font-[600]">{phase.name}</h4>
          <Steps todos={phase.todos} />
        </div>
      ))}
      {todos.length > 0 ? (
        <div className="mt-3.5">
          <Steps todos={todos} />
        </div>
      ) : null}
    </div>
  );
}

function Steps({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul>
      {todos.map((todo) => (
        <li key={todo.id} className="flex items-start gap-[9px] py-[3px]">
          <TaskMark done={todo.status === 'completed'} />
          <Markdown text={todo.content} className="min-w-0" />
        </li>
      ))}
    </ul>
  );
}
