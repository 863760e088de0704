import type { Todo } from '@shared/session/todo';
import { describe, expect, it } from 'vitest';
import { followedPlan } from './followedPlan';

const entry = (content: string, status: 'pending' | 'in_progress' | 'completed' = 'pending') => ({
  content,
  status,
  priority: 'medium' as const,
});
const todo = (content: string, status: Todo['status']): Todo => ({ id: content, content, status });
const plan = [entry('Find'), entry('Fix'), entry('Test')];

describe('a plan in the transcript', () => {
  it('goes as far as the todos that came of it', () => {
    const todos = [todo('Find', 'completed'), todo('Fix', 'in_progress'), todo('Test', 'cancelled')];
    const { lines, progress } = followedPlan(plan, false, todos);
    expect(lines.map(({ status }) => status)).toEqual(['completed', 'in_progress', 'cancelled']);
    expect(progress).toEqual({ done: 1, total: 2 });
  });

  it('shows no count once its turn is over and nobody has told how far it is', () => {
    expect(followedPlan(plan, false, [todo('Something else', 'completed')]).progress).toBeNull();
    expect(followedPlan(plan, true, []).progress).toEqual({ done: 0, total: 3 });
  });

  it('counts what the agent itself told of its entries, which older todos do not undo', () => {
    const { lines, progress } = followedPlan([entry('Find', 'completed'), entry('Fix')], false, [
      todo('Find', 'pending'),
    ]);
    expect(lines.map(({ status }) => status)).toEqual(['completed', 'pending']);
    expect(progress).toEqual({ done: 1, total: 2 });
  });
});
