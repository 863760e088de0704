import { describe, expect, it } from 'vitest';
import { NO_FILTERS, queryOf } from './search';

const NOW = Date.UTC(2025, 5, 15, 12);
const DAY = 86_400_000;

describe('the filters of a search', () => {
  it('say nothing where nothing is chosen', () => {
    expect(queryOf(' login ', NO_FILTERS, null, NOW)).toEqual({ text: 'login', limit: 40 });
  });

  it('are given to the engine as they are', () => {
    const filters = { ...NO_FILTERS, agentId: 'a', projectId: 'p', sessionId: 's', kinds: ['prompt' as const] };
    expect(queryOf('x', filters, 7, NOW)).toEqual({
      text: 'x',
      limit: 40,
      before: 7,
      agentId: 'a',
      projectId: 'p',
      sessionId: 's',
      kinds: ['prompt'],
    });
  });

  it('count days back from now', () => {
    expect(queryOf('x', { ...NO_FILTERS, time: 'week' }, null, NOW).from).toBe(NOW - 7 * DAY);
  });

  it('take whole days of the person’s own time zone, the last one too, and ends that are left open', () => {
    const range = { ...NO_FILTERS, time: 'range' as const, from: '2025-06-01', to: '2025-06-01' };
    const { from, to } = queryOf('x', range, null, NOW);
    expect(from).toBe(new Date(2025, 5, 1).getTime());
    expect(to).toBe(new Date(2025, 5, 2).getTime());
    expect(queryOf('x', { ...range, from: '', to: 'no day' }, null, NOW)).toEqual({ text: 'x', limit: 40 });
  });
});
