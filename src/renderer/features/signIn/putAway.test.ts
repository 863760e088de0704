import type { AppError } from '@shared/errors';
import { emptySession, type SessionState } from '@shared/session/state';
import { describe, expect, it } from 'vitest';
import { putAwayNow, refusalToShow } from './putAway';

const refusal = (message: string): AppError => ({ code: 'agent.authRequired', message, methods: [] });
const state = (attachError: AppError | null, turnId: string | null): SessionState => ({
  ...emptySession('s'),
  attachError,
  ...(turnId === null ? {} : { turn: { status: 'running', kind: 'prompt', turnId, startedAt: 0, firstOrdinal: 0 } }),
});

describe('a refusal that was put away', () => {
  const first = refusal('first');
  it('is not shown again, nor is one of the same prompt that was under way', () => {
    const putAway = putAwayNow(state(first, 't1'));
    expect(refusalToShow(state(first, 't1'), putAway)).toBeNull();
    expect(refusalToShow(state(refusal('second'), 't1'), putAway)).toBeNull();
  });

  it('does not hide that of the next prompt, or of the next attempt without one', () => {
    const next = refusal('next');
    expect(refusalToShow(state(next, 't2'), putAwayNow(state(first, 't1')))).toBe(next);
    expect(refusalToShow(state(next, null), putAwayNow(state(first, null)))).toBe(next);
    expect(refusalToShow(state(next, null), null)).toBe(next);
  });

  it('is none where the error is about something else', () => {
    expect(refusalToShow(state({ code: 'agent.notFound', command: 'x', searched: [] }, null), null)).toBeNull();
  });
});
