import { expect, it } from 'vitest';
import { planText } from './planText';
import type { ProposedPlan } from './request';

const plan: ProposedPlan = {
  name: 'Tabs',
  overview: 'One component for all.',
  markdown: 'Move **all** tabs.\n',
  phases: [{ name: 'First', todos: [{ id: '1', content: 'Read\nthe code', status: 'completed' }] }],
  todos: [{ id: '2', content: 'Test it', status: 'pending' }],
  isProject: false,
};

it('has everything that the page shows of a plan', () => {
  expect(planText(plan)).toBe(
    '# Tabs\n\nOne component for all.\n\nMove **all** tabs.\n\n## First\n\n- [x] Read\n  the code\n\n- [ ] Test it\n',
  );
});

it('says neither the title nor the overview twice', () => {
  const whole = { ...plan, markdown: '# tabs\n\nOne component for all.\n', phases: [], todos: [] };
  expect(planText(whole)).toBe('# tabs\n\nOne component for all.\n');
});

it('keeps a title that is not the heading of the text', () => {
  expect(planText({ ...plan, markdown: '# Other', overview: '', phases: [], todos: [] })).toBe('# Tabs\n\n# Other\n');
});

it('takes what a person rewrote for the text', () => {
  expect(planText({ ...plan, phases: [], todos: [] }, 'Mine')).toBe('# Tabs\n\nOne component for all.\n\nMine\n');
});

it('of a plan that is only its text is that text', () => {
  expect(planText({ markdown: '# A\n\nb', todos: [], phases: [], isProject: false })).toBe('# A\n\nb\n');
});
