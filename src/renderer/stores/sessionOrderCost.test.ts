// First, since it counts only what is compiled after it.
import { operations } from '../../../tests/support/work';
import { expect, it } from 'vitest';
import { projectRow, sessionRow } from '../testing/listRows';
import { NO_FILTER } from './sessionFilter';
import { arrange, PLAIN_VIEW } from './sessionOrder';

const projects = { p1: projectRow('p1', 1), p2: projectRow('p2', 2) };

/** What it takes to order sessions while somebody types words of their title, children under their parents. */
function stepsAmong(count: number, text: string): number {
  const rows = Array.from({ length: count }, (_, index) =>
    sessionRow(`s${index}`, {
      title: `Session about topic ${index % 97}`,
      projectId: index % 2 === 0 ? 'p1' : 'p2',
      updatedAt: (index * 7919) % 2003,
      parentId: index % 10 === 0 ? null : `s${index - (index % 10)}`,
    }),
  );
  const sessions = Object.fromEntries(rows.map((row) => [row.sessionId, row]));
  const view = { ...PLAIN_VIEW, filter: { ...NO_FILTER, text } };
  let shown = 0;
  const steps = operations(() => void ({ shown } = arrange(projects, sessions, view)));
  expect(shown).toBeGreaterThanOrEqual(count / 100);
  return steps;
}

it.each(['topic 42', ''])(
  'AC-38: a list of 2,000 sessions filtered by %j takes some steps for each, as one of 500 does',
  (text) => {
    const [few, many] = [stepsAmong(500, text), stepsAmong(2_000, text)];
    expect(many).toBeGreaterThan(2_000);
    expect(many / few).toBeLessThan(5);
    // Twice what it is where all are shown.
    expect(many / 2_000).toBeLessThan(40);
  },
);
