import { expect, it } from 'vitest';
import { emptySession } from '@shared/session/state';
import { afterKill, event, messageItem, testStore, text } from './testStore';

it('shows a new session in the list', () => {
  const { sessions } = testStore();
  const record = sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/work' });
  expect(record).toEqual(sessions.get('s2'));
  expect(record).toEqual({
    acpSessionId: null,
    imported: false,
    chosenOptions: {},
    summary: {
      sessionId: 's2',
      parentId: null,
      projectId: 'p1',
      agentId: 'demo',
      cwd: '/work',
      title: null,
      status: 'idle',
      atAgent: 'new',
      live: false,
      unread: false,
      pinned: false,
      archived: false,
      createdAt: 1000,
      updatedAt: 1000,
      turnStartedAt: null,
      waiting: [],
    },
  });
  expect(sessions.list().map((each) => each.sessionId)).toEqual(['s1', 's2']);
});

it('keeps what was changed, and only that, through a kill', () => {
  const store = testStore();
  store.sessions.update('s1', { pinned: true, chosenOptions: { modeId: 'plan', config: { fast: true } } });
  store.sessions.update('s1', { unread: true });
  store.sessions.update('s1', { pinned: false, archived: true });
  expect(afterKill(store).sessions.get('s1')).toMatchObject({
    chosenOptions: { modeId: 'plan', config: { fast: true } },
    summary: { unread: true, pinned: false, archived: true },
  });
});

it('calls an ended turn done only while it is unread', () => {
  const { sessions, transcripts } = testStore();
  const turn = { status: 'done', turnId: 't', kind: 'prompt', startedAt: 1, endedAt: 2, firstOrdinal: 0 } as const;
  transcripts.checkpoint(
    { ...emptySession('s1'), seq: 1, turn: { ...turn, outcome: { status: 'ended', stopReason: 'end_turn' } } },
    [],
  );
  transcripts.commit();
  expect(sessions.get('s1')?.summary.status).toBe('idle');
  sessions.update('s1', { unread: true });
  expect(sessions.get('s1')?.summary.status).toBe('done');
  expect(sessions.unsettled()).toEqual([]);
});

it('finds a session in which nothing was said, but none that has a turn', () => {
  const { sessions, transcripts } = testStore();
  transcripts.append([event(1, { type: 'connection.changed', connection: { status: 'none' } })]);
  transcripts.commit();
  expect(sessions.findUnused('p1', 'demo')).toBe('s1');
  expect(sessions.findUnused('p1', 'other')).toBeUndefined();
  transcripts.append([event(2, { type: 'turn.started', turnId: 't', kind: 'prompt' })]);
  transcripts.commit();
  expect(sessions.findUnused('p1', 'demo')).toBeUndefined();
});

it('never takes an imported session or a child for one in which nothing was said', () => {
  const { sessions } = testStore();
  sessions.delete('s1');
  sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/', imported: true });
  sessions.create({ sessionId: 's3', projectId: 'p1', agentId: 'demo', cwd: '/', parentId: 's2' });
  expect(sessions.findUnused('p1', 'demo')).toBeUndefined();
});

it('AC-38: keeps whose child a session is, and keeps the child when its parent is deleted', () => {
  const store = testStore();
  store.sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/', parentId: 's1' });
  expect(afterKill(store).sessions.get('s2')?.summary.parentId).toBe('s1');
  store.sessions.delete('s1');
  expect(store.sessions.get('s2')?.summary.parentId).toBeNull();
});

it('names the sessions that a kill left unsettled', () => {
  const store = testStore();
  for (const sessionId of ['s2', 's3']) {
    store.sessions.create({ sessionId, projectId: 'p1', agentId: 'demo', cwd: '/' });
  }
  store.transcripts.append([text(1, 'x')]);
  store.transcripts.checkpoint({ ...emptySession('s2'), seq: 1, atAgent: 'attached' }, []);
  store.transcripts.commit();
  expect(afterKill(store).sessions.unsettled().sort()).toEqual(['s1', 's2']);
});

it('deletes a session with all that belongs to it', () => {
  const { sessions, transcripts, drafts, places, database } = testStore();
  transcripts.checkpoint({ ...emptySession('s1'), seq: 1 }, [messageItem(0, 'words')]);
  transcripts.append([text(2, 'x')]);
  transcripts.commit();
  drafts.set('s1', { text: 'unsent', attachments: [] });
  places.set('s1', { ordinal: 1, offset: 0 });
  sessions.delete('s1');
  for (const table of ['session', 'session_head', 'item', 'event', 'draft', 'reading_place', 'item_text']) {
    expect(database.all(`select rowid from ${table === 'event' ? '(select 1 as rowid from event)' : table}`)).toEqual(
      [],
    );
  }
});

it('lists two thousand sessions without reading a head', () => {
  const { sessions, database } = testStore();
  database.transaction(() => {
    for (let index = 0; index < 1999; index += 1) {
      sessions.create({ sessionId: `n${index}`, projectId: 'p1', agentId: 'demo', cwd: '/' });
    }
  });
  // A head that could not be parsed would be noticed, were it read.
  database.run(`update session_head set json = 'not json'`);
  expect(sessions.list()).toHaveLength(2000);
});
