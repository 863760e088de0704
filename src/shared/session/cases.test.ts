import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decide, type SessionInput } from './decide';
import type { SessionEvent, SessionEventBody } from './event';
import { reduceEvents, reduceSession } from './reduceSession';
import { emptySession, type SessionState } from './state';

/**
 * Each file of `cases` is one rule, told by its name. A step is an event to fold (`seq` counts by itself, `at` is the
 * step's number times 1000), or an input to decide on whose events are then folded, or a refusal to expect.
 */
interface Case {
  start?: Partial<SessionState>;
  steps: readonly Step[];
  /** Compared as far as it goes; `items` in full number. */
  expect: Record<string, unknown> & { items?: readonly unknown[] };
}
type Step =
  | (SessionEventBody & { seq?: number; at?: number })
  | { input: SessionInput; refused?: string; gives?: readonly unknown[] };

const folder = new URL('./cases/', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted();

describe('a session', () => {
  for (const name of files) {
    it(name.replace('.json', '').replaceAll('-', ' '), () => {
      const data: Case = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      const start = { ...emptySession('s1'), ...data.start };
      let state = frozen(start);
      const events: SessionEvent[] = [];
      data.steps.forEach((step, index) => {
        for (const body of bodiesOf(state, step)) {
          const event: SessionEvent = { sessionId: 's1', seq: state.seq + 1, at: (index + 1) * 1000, ...body };
          events.push(event);
          state = frozen(reduceSession(state, event));
          const travelled: unknown = JSON.parse(JSON.stringify(state));
          expect(travelled, 'the same after it travelled as JSON').toStrictEqual(state);
        }
      });
      expect(state).toMatchObject(data.expect);
      expect(reduceEvents(start, events), 'the same when folded at once').toStrictEqual(state);
    });
  }

  it('has its rules written down', () => {
    expect(files.length).toBeGreaterThanOrEqual(35);
  });
});

function bodiesOf(state: SessionState, step: Step): readonly SessionEventBody[] {
  if (!('input' in step)) return [step];
  const decided = decide(state, step.input);
  if (!decided.ok) {
    expect(decided.error.code).toBe(step.refused);
    return [];
  }
  expect(step.refused).toBeUndefined();
  if (step.gives !== undefined) expect(decided.value).toMatchObject(step.gives);
  return decided.value;
}

/** A fold that wrote to what it was given would throw here. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
