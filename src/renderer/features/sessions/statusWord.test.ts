import { emptySession, type SessionState } from '@shared/session/state';
import { sessionStatus } from '@shared/session/summary';
import { describe, expect, it } from 'vitest';
import { statusWord } from './statusWord';

const word = (fields: Partial<SessionState>, unread = false) => {
  const state = { ...emptySession('s'), ...fields };
  return statusWord(state, sessionStatus(state, unread));
};

const ready = { status: 'ready', connectionId: 'c' } as const;
const refused: Partial<SessionState> = {
  connection: ready,
  attachError: { code: 'agent.authRequired', message: 'Authentication required', methods: [] },
};
const broken: Partial<SessionState> = { attachError: { code: 'agent.startTimeout', seconds: 60, stderrTail: '' } };
const done: SessionState['turn'] = {
  status: 'done',
  kind: 'prompt',
  turnId: 't',
  startedAt: 0,
  endedAt: 1,
  firstOrdinal: 0,
  outcome: { status: 'ended', stopReason: 'end_turn' },
};
const failed: SessionState['turn'] = {
  ...done,
  outcome: { status: 'failed', error: { code: 'agent.stopped' } },
};

describe('the word in the header', () => {
  it('of a session that nothing was asked of yet is the one of its row', () => {
    expect(word({ connection: ready, atAgent: 'attached' })).toBe('idle');
  });

  it('says that the agent wants a sign-in also where no message waits for it', () => {
    expect(word(refused)).toBe('needsSignIn');
    expect(word({ ...refused, turn: done }, true)).toBe('needsSignIn');
  });

  it('says that the session could not be taken up, where no turn tells of it', () => {
    expect(word(broken)).toBe('notConnected');
    expect(word({ ...broken, turn: failed })).toBe('failed');
  });

  it('needs the person while a message waits for the sign-in', () => {
    const turn = { status: 'running', kind: 'prompt', turnId: 't', startedAt: 0, firstOrdinal: 0 } as const;
    expect(word({ ...refused, turn })).toBe('needsYou');
  });

  it('tells of the next attempt before it tells of the last one', () => {
    expect(word({ ...broken, connection: { status: 'starting', connectionId: 'c' } })).toBe('starting');
    expect(word({ ...broken, atAgent: 'lost' })).toBe('lost');
  });
});
