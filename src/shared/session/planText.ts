import type { ProposedPlan } from './request';
import type { Todo } from './todo';

/**
 * The whole plan as Markdown, for copying and saving: what the page shows of it. `body` stands for the plan's own text
 * where a person rewrote it.
 */
export function planText(plan: ProposedPlan, body: string = plan.markdown): string {
  const { name, overview, phases, todos } = plan;
  const parts = [
    showsPlanName(plan, body) ? `# ${name?.trim()}` : '',
    showsPlanOverview(plan, body) ? (overview?.trim() ?? '') : '',
    body.trim(),
    ...phases.map((phase) => [`## ${phase.name}`, taskList(phase.todos)].filter((part) => part !== '').join('\n\n')),
    taskList(todos),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Not where the text begins with the same heading. */
export function showsPlanName({ name = '' }: ProposedPlan, body: string): boolean {
  const heading = /^\s*#{1,2}[ \t]+(.+)/.exec(body)?.[1]?.trim().toLowerCase();
  return name.trim() !== '' && heading !== name.trim().toLowerCase();
}

/** Not where the text has it already. */
export const showsPlanOverview = ({ overview = '' }: ProposedPlan, body: string): boolean =>
  overview.trim() !== '' && !body.includes(overview.trim());

const taskList = (todos: readonly Todo[]): string =>
  todos
    .map(
      ({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content.trim().replaceAll('\n', '\n  ')}`,
    )
    .join('\n');
