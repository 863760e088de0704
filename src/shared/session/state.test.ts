import { describe, expect, it } from 'vitest';
import { TurnId } from '../ids';
import { takesPrompt, type TurnState } from './state';

const open = (kind: 'prompt' | 'agent', status: 'running' | 'cancelling'): TurnState => ({
  status,
  kind,
  turnId: TurnId.parse('t'),
  startedAt: 0,
  firstOrdinal: 0,
});

describe('whether a prompt may start', () => {
  it('is so while nothing runs, and while the agent works in the background', () => {
    expect(takesPrompt({ status: 'idle' })).toBe(true);
    expect(takesPrompt(open('agent', 'running'))).toBe(true);
  });

  it('is not so during a turn of the person, nor while a turn is being stopped', () => {
    expect(takesPrompt(open('prompt', 'running'))).toBe(false);
    expect(takesPrompt(open('prompt', 'cancelling'))).toBe(false);
    expect(takesPrompt(open('agent', 'cancelling'))).toBe(false);
  });
});
