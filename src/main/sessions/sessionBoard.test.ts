import { describe, expect, it } from 'vitest';
import type { SessionListFrame } from '@shared/ipc/views';
import { testStore } from '../store/testStore';
import { SessionBoard } from './sessionBoard';

function board() {
  const store = testStore();
  const made = new SessionBoard(store.sessions);
  const frames: SessionListFrame[] = [];
  made.feed.listen((frame) => frames.push(frame));
  return { store, board: made, frames };
}

describe('the board of sessions', () => {
  it('begins with what is stored', () => {
    expect(board().board.get('s1')).toMatchObject({ sessionId: 's1', status: 'idle', live: false });
  });

  it('writes a flag through and tells it', () => {
    const { store, board: made, frames } = board();
    made.patch('s1', { pinned: true });
    expect(frames).toMatchObject([{ type: 'session.set', session: { sessionId: 's1', pinned: true } }]);
    expect(new SessionBoard(store.sessions).get('s1')?.pinned).toBe(true);
  });

  it('calls a finished session done while it is unread', () => {
    const { board: made } = board();
    made.patch('s1', { unread: true });
    expect(made.get('s1')?.status).toBe('done');
    made.patch('s1', { unread: false });
    expect(made.get('s1')?.status).toBe('idle');
  });

  it('shows an unread mark also while nothing can be written, and writes it when there is room', () => {
    const { store, board: made, frames } = board();
    store.database.exec('pragma query_only = on');
    made.mark('s1', true);
    expect(made.get('s1')).toMatchObject({ unread: true, status: 'done' });
    expect(frames).toHaveLength(1);
    expect(new SessionBoard(store.sessions).get('s1')?.unread).toBe(false);
    store.database.exec('pragma query_only = off');
    made.writeMarks();
    expect(new SessionBoard(store.sessions).get('s1')?.unread).toBe(true);
  });

  it('leaves a failed session failed, read or not', () => {
    const { board: made } = board();
    made.add({ ...made.list()[0]!, status: 'failed' });
    made.patch('s1', { unread: true });
    expect(made.get('s1')?.status).toBe('failed');
  });

  it('counts what waits and what runs', () => {
    const { board: made } = board();
    const [summary] = made.list();
    made.add({
      ...summary!,
      sessionId: 's2',
      turnStartedAt: 5,
      waiting: [
        { requestId: 'r1', kind: 'plan', openedAt: 1, label: '' },
        { requestId: 'r2', kind: 'form', openedAt: 2, label: '' },
      ],
    });
    expect(made.counts()).toEqual({ waiting: 2, running: 1 });
  });

  it('AC-38: the children of a removed session are told as sessions of their own', () => {
    const { board: made, frames } = board();
    made.add({ ...made.list()[0]!, sessionId: 's2', parentId: 's1' });
    made.remove('s1');
    expect(frames.slice(1)).toMatchObject([
      { type: 'session.set', session: { sessionId: 's2', parentId: null } },
      { type: 'session.removed', sessionId: 's1' },
    ]);
  });

  it('forgets a removed session once', () => {
    const { board: made, frames } = board();
    made.remove('s1');
    made.remove('s1');
    made.patch('s1', { unread: true });
    expect(frames).toEqual([{ type: 'session.removed', sessionId: 's1' }]);
  });
});
