import type { Item } from '@shared/session/item';
import { emptySession, type SessionState, type TurnState } from '@shared/session/state';
import { describe, expect, it } from 'vitest';
import { endOf, turnOver, wordsOf } from './announce';
import en from '../../i18n/en.json';
import { t } from '../../testing/english';

const base = (turnId: string) => ({ turnId, kind: 'prompt' as const, startedAt: 0, firstOrdinal: 0 });
const running = (turnId: string): TurnState => ({ ...base(turnId), status: 'running' });
const done = (turnId: string, outcome: Extract<TurnState, { status: 'done' }>['outcome']): TurnState => ({
  ...base(turnId),
  status: 'done',
  endedAt: 1,
  outcome,
});
const good = (turnId: string): TurnState => done(turnId, { status: 'ended', stopReason: 'end_turn' });
const answer = (ordinal: number, turnId: string, text: string): Item => ({
  kind: 'message',
  role: 'agent',
  ordinal,
  turnId,
  at: 0,
  seq: 0,
  open: false,
  content: [{ type: 'text', text }],
});
const session = (turn: TurnState, items: readonly Item[] = []): SessionState => ({ ...emptySession('s'), turn, items });

describe('what is told of a session', () => {
  it('is each end of a turn once, however many changes come before and after it', () => {
    const way = [session({ status: 'idle' }), session(running('a')), session(running('a')), session(good('a'))];
    const after = [{ ...session(good('a')), nextOrdinal: 9 }, session(running('b')), session(good('b'))];
    const all = [...way, ...after];
    expect(all.slice(1).map((state, at) => turnOver(all[at] ?? state, state))).toEqual([
      null,
      null,
      'a',
      null,
      null,
      'b',
    ]);
  });

  it('is an end also where the next turn began in the same change, and a turn that came whole', () => {
    const items = [answer(0, 'a', 'The first.'), answer(1, 'b', 'The second, so far')];
    expect(turnOver(session(running('a')), session(running('b'), items))).toBe('a');
    expect(endOf(t, session(running('b'), items), 'a', 'Fake')).toBe('Fake has answered. The first.');
    expect(turnOver(session({ status: 'idle' }), session(good('a')))).toBe('a');
    expect(turnOver(session(good('a')), session(good('b')))).toBe('b');
  });

  it('is that it is done where nothing was said', () => {
    expect(endOf(t, session(good('a')), 'a', 'Fake')).toBe('Fake is done.');
  });

  it('is why there is no answer where there is none', () => {
    const failed = session(
      done('a', { status: 'failed', error: { code: 'agent.exited', exitCode: 1, signal: null, stderrTail: '' } }),
    );
    expect(endOf(t, failed, 'a', 'Fake')).toMatch(/^The turn failed \w/);
    expect(endOf(t, session(done('a', { status: 'interrupted' })), 'a', 'Fake')).toBe(en.notices.turn.interrupted);
    const stopped = session(done('a', { status: 'ended', stopReason: 'cancelled' }), [answer(0, 'a', 'Half')]);
    expect(endOf(t, stopped, 'a', 'Fake')).toBe('Stopped by you.');
  });

  it('is what is seen: no marks of Markdown, and only the beginning of what is long', () => {
    expect(wordsOf(answer(0, 'a', '## Done\n\nThe **bold** `word` in [a link](https://x.y).'))).toBe(
      'Done\n\nThe bold word in a link.',
    );
    expect(wordsOf(answer(0, 'a', 'word '.repeat(1000)))).toHaveLength(701);
  });
});
