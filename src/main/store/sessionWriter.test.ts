import { describe, expect, it } from 'vitest';
import { SessionWriter } from './sessionWriter';
import { afterKill, messageItem, testStore, valueOf } from './testStore';

const SESSION = { sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/wood/p1' };

describe('a session that is written piece by piece', () => {
  it('is there as any other once it is finished', () => {
    const store = testStore();
    const writer = valueOf(SessionWriter.begin(store, () => 'new', { ...SESSION, createdAt: 5, updatedAt: 6 }));
    valueOf(writer.addItems([messageItem(0, 'one'), messageItem(1, 'two')]));
    valueOf(writer.finish({ title: { text: 'Named', source: 'user' }, untoldBefore: 2 }));
    const again = afterKill(store);
    const { head, items } = valueOf(again.transcripts.load('s2'));
    expect(head).toMatchObject({ seq: 2, nextOrdinal: 2, untoldBefore: 2, title: { text: 'Named' } });
    expect(items).toHaveLength(2);
    expect(again.sessions.get('s2')?.summary).toMatchObject({ archived: false, createdAt: 5, updatedAt: 6 });
  });

  it('is nobody’s empty session while it is written, and is gone after a kill in between', () => {
    const store = testStore();
    const writer = valueOf(SessionWriter.begin(store, () => 'new', SESSION));
    expect(store.sessions.findUnused('p1', 'demo')).not.toBe('s2');
    valueOf(writer.addItems([messageItem(0, 'one')]));
    const again = afterKill(store);
    expect(again.sessions.get('s2')).toBeUndefined();
    expect(again.sessions.get('s1')).toBeDefined();
    expect(again.database.all('select 1 from item')).toEqual([]);
  });

  it('has blobs of its own', () => {
    const store = testStore();
    let last = 0;
    const writer = valueOf(SessionWriter.begin(store, () => `b${(last += 1)}`, SESSION));
    const stored = (blobId: string) => ({
      type: 'stored' as const,
      blobId,
      as: 'text' as const,
      bytes: 3,
      head: 'abc',
    });
    valueOf(writer.addBlob('old', 'abc', { as: 'text' }));
    valueOf(writer.addItems([{ ...messageItem(0, ''), content: [stored('old'), stored('old')] }]));
    valueOf(writer.finish({}));
    const { items } = valueOf(store.transcripts.load('s2'));
    expect(JSON.stringify(items)).toContain('"blobId":"b1"');
    expect(valueOf(store.blobs.read('b1', 0, 10)).total).toBe(3);
  });
});
