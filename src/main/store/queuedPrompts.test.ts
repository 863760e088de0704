import { expect, it } from 'vitest';
import { afterKill, testStore, valueOf } from './testStore';

const said = (text: string) => [{ type: 'text' as const, text }];
const picture = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };

it('keeps a queued message whole, with its attachments, through a kill', () => {
  const store = testStore();
  valueOf(store.queuedPrompts.set('s1', 'q1', [...said('Look'), picture]));
  valueOf(store.queuedPrompts.set('s1', 'q2', said('And then')));
  valueOf(store.queuedPrompts.set('s1', 'q2', said('And then this')));
  const after = afterKill(store);
  expect(after.queuedPrompts.get('q1')).toEqual([...said('Look'), picture]);
  expect(after.queuedPrompts.get('q2')).toEqual(said('And then this'));
});

it('lets go of what the queue does not name any more, and of nobody else’s', () => {
  const store = testStore();
  store.sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/wood/p1' });
  for (const id of ['q1', 'q2', 'q3']) valueOf(store.queuedPrompts.set('s1', id, said(id)));
  valueOf(store.queuedPrompts.set('s2', 'q4', said('q4')));
  store.queuedPrompts.keepOnly('s1', ['q2']);
  expect(['q1', 'q2', 'q3', 'q4'].map((id) => store.queuedPrompts.get(id) !== undefined)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('goes with its session, and a session that is gone takes none', () => {
  const store = testStore();
  valueOf(store.queuedPrompts.set('s1', 'q1', said('One')));
  store.sessions.delete('s1');
  expect(store.queuedPrompts.get('q1')).toBeUndefined();
  expect(store.queuedPrompts.set('s1', 'q2', said('Two')).ok).toBe(false);
});

it('makes its session one to look after at start', () => {
  const store = testStore();
  expect(store.sessions.unsettled()).toEqual([]);
  valueOf(store.queuedPrompts.set('s1', 'q1', said('One')));
  expect(store.sessions.unsettled()).toEqual(['s1']);
});
