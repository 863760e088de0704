import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../event';
import { reduceSession } from '../reduceSession';
import { emptySession, type SessionState } from '../state';

const print = (state: SessionState, append: string): SessionState => {
  const event: SessionEvent = {
    sessionId: 's',
    seq: state.seq + 1,
    at: 1,
    type: 'terminal.changed',
    terminalId: 'x',
    append,
  };
  return reduceSession(state, event);
};
const outputOf = (state: SessionState) => state.terminals['x'];

describe('the output of a terminal', () => {
  it('is cut from its start past 64 KB and says so', () => {
    let state = print(emptySession('s'), 'a'.repeat(65_535));
    expect(outputOf(state)).toMatchObject({ truncated: false });
    state = print(state, 'bc');
    expect(outputOf(state)?.output).toBe(`${'a'.repeat(65_534)}bc`);
    expect(outputOf(state)?.truncated).toBe(true);
    expect(outputOf(print(state, ''))?.truncated).toBe(true);
  });

  it('is measured in bytes and never begins inside a character', () => {
    const state = print(emptySession('s'), `${'😀'.repeat(20_000)}é`);
    const { output } = outputOf(state) ?? { output: '' };
    // 65,536 bytes: two for the last character, and as many whole ones of four bytes as fit before it.
    expect(output).toBe(`${'😀'.repeat(16_383)}é`);
    expect(new TextEncoder().encode(output).length).toBe(65_534);
  });

  it('is let go by the head when it ended and a turn ends, and kept while it runs', () => {
    const ended = (state: SessionState): SessionState => {
      const seq = state.seq + 1;
      const base = { sessionId: 's', at: 1 };
      const turn = { turnId: 't', kind: 'agent' as const };
      return [
        { ...base, seq, type: 'turn.started' as const, ...turn },
        {
          ...base,
          seq: seq + 1,
          type: 'turn.ended' as const,
          turnId: 't',
          outcome: { status: 'ended' as const, stopReason: 'end_turn' as const },
        },
      ].reduce<SessionState>(reduceSession, state);
    };
    const running = ended(print(emptySession('s'), 'hi'));
    expect(Object.keys(running.terminals)).toEqual(['x']);
    const exit = { exitCode: 0, signal: null };
    const gone = reduceSession(running, {
      sessionId: 's',
      seq: running.seq + 1,
      at: 1,
      type: 'terminal.changed',
      terminalId: 'x',
      exit,
    });
    expect(outputOf(gone)).toEqual({ output: 'hi', truncated: false, exit });
    expect(ended(gone).terminals).toEqual({});
  });
});
