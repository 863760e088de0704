import { expect, it } from 'vitest';
import { WithoutSession } from './UnroutedView';
import { drawn } from './testing/english';

const shown = (kind: 'plan' | 'question') => drawn(<WithoutSession kind={kind} agent="Orchard" />);

it('a plan that belongs to no session says before it is accepted that nobody carries it out', () => {
  expect(shown('plan')).toContain('Orchard hears what you decide, but Signalbox sends nobody on to carry it out');
  expect(shown('question')).toBe('');
});
