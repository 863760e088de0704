import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSessionUpdate } from '@shared/acp/update';
import type { SessionEvent } from '@shared/session/event';
import type { ItemOf } from '@shared/session/item';
import { reduceSession } from '@shared/session/reduceSession';
import { emptySession, type SessionState } from '@shared/session/state';
import { afterKill, event, messageItem, testStore, type TestStore, text, toolItem, valueOf } from './testStore';

const load = (store: TestStore) => valueOf(store.transcripts.load('s1'));
const head = (seq: number): SessionState => ({ ...emptySession('s1'), seq, nextOrdinal: seq });
const ordinals = (items: readonly { ordinal: number }[]) => items.map((item) => item.ordinal);
const seqs = (events: readonly SessionEvent[]) => events.map((each) => each.seq);

describe('events', () => {
  it('are on disk after a kill once the commit delay is over', () => {
    const store = testStore();
    store.transcripts.append([text(1, 'a'), text(2, 'b')]);
    expect(load(afterKill(store)).events).toEqual([]);
    store.clock.advance(150);
    expect(load(afterKill(store)).events).toEqual([text(1, 'a'), text(2, 'b')]);
  });

  it('are on disk at once after commit', () => {
    const store = testStore();
    store.transcripts.append([text(1, 'a')]);
    valueOf(store.transcripts.commit());
    expect(seqs(load(afterKill(store)).events)).toEqual([1]);
  });

  it('are seen by a reader before they were committed', () => {
    const store = testStore();
    store.transcripts.append([text(1, 'a')]);
    expect(seqs(load(store).events)).toEqual([1]);
  });

  it('of all sessions share one commit', () => {
    const store = testStore();
    store.sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/' });
    store.transcripts.append([text(1, 'a')]);
    store.clock.advance(90);
    store.transcripts.append([{ ...text(1, 'b'), sessionId: 's2' }]);
    store.clock.advance(60);
    const killed = afterKill(store);
    expect(valueOf(killed.transcripts.load('s2')).events).toHaveLength(1);
    expect(load(killed).events).toHaveLength(1);
  });

  it('of a session that was deleted meanwhile do not stop the others', () => {
    const store = testStore();
    store.sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/' });
    store.transcripts.append([text(1, 'a'), { ...text(1, 'b'), sessionId: 's2' }]);
    store.sessions.delete('s2');
    expect(store.transcripts.commit().ok).toBe(true);
    expect(load(store).events).toHaveLength(1);
    expect(store.transcripts.load('s2')).toEqual({ ok: false, error: { code: 'session.unknown', sessionId: 's2' } });
  });

  it('survive a full disk in memory and are written when there is room again', () => {
    const store = testStore();
    const { page_count: pages } = store.database.get<{ page_count: number }>('pragma page_count')!;
    store.database.exec(`pragma max_page_count = ${pages}`);
    store.transcripts.append([text(1, 'x'.repeat(200_000))]);
    store.clock.advance(150);
    expect(store.failures).toMatchObject([{ code: 'store.full' }]);
    store.transcripts.append([text(2, 'y')]);
    store.clock.advance(1000);
    expect(store.failures).toHaveLength(1);
    expect(store.transcripts.commit().ok).toBe(false);

    store.database.exec('pragma max_page_count = 1000000');
    store.clock.advance(1000);
    expect(store.recoveries).toBe(1);
    expect(seqs(load(afterKill(store)).events)).toEqual([1, 2]);
  });
});

describe('a checkpoint', () => {
  it('replaces the events up to its seq and keeps later ones', () => {
    const store = testStore();
    store.transcripts.append([text(1, 'a'), text(2, 'b')]);
    store.transcripts.commit();
    store.transcripts.append([text(3, 'c')]);
    store.transcripts.checkpoint(head(2), [messageItem(0, 'ab', true)]);
    store.transcripts.commit();
    const loaded = load(afterKill(store));
    expect(loaded.head.seq).toBe(2);
    expect('items' in loaded.head).toBe(false);
    expect(loaded.items).toEqual([messageItem(0, 'ab', true)]);
    expect(seqs(loaded.events)).toEqual([3]);
  });

  it('is whole or not at all', () => {
    const store = testStore();
    store.transcripts.append([text(1, 'a')]);
    store.transcripts.commit();
    store.transcripts.checkpoint(head(1), [messageItem(0, 'a')]);
    const killed = load(afterKill(store));
    expect(killed.items).toEqual([]);
    expect(seqs(killed.events)).toEqual([1]);
  });

  it('fills what the list shows', () => {
    const store = testStore();
    store.transcripts.checkpoint(
      {
        ...head(4),
        acpSessionId: 'acp-1',
        atAgent: 'attached',
        title: { text: 'Mend the login', source: 'agent' },
        turn: { status: 'running', turnId: 't1', kind: 'prompt', startedAt: 777, firstOrdinal: 0 },
      },
      [],
    );
    store.transcripts.commit();
    expect(store.sessions.get('s1')).toMatchObject({
      acpSessionId: 'acp-1',
      summary: { title: 'Mend the login', status: 'working', turnStartedAt: 777, updatedAt: 777, atAgent: 'attached' },
    });
    expect(store.sessions.byAcpSession('demo', 'acp-1')).toBe('s1');
    expect(store.sessions.unsettled()).toEqual(['s1']);
  });

  it('of a second session with the same ACP session id takes the id over', () => {
    const store = testStore();
    store.sessions.create({ sessionId: 's2', projectId: 'p1', agentId: 'demo', cwd: '/' });
    store.transcripts.checkpoint({ ...head(1), acpSessionId: 'same' }, []);
    store.transcripts.checkpoint({ ...head(1), sessionId: 's2', acpSessionId: 'same' }, []);
    expect(store.transcripts.commit().ok).toBe(true);
    expect(store.sessions.byAcpSession('demo', 'same')).toBe('s2');
  });
});

describe('clearing', () => {
  it('takes the items, their search text and their blobs, and keeps what came after', () => {
    const store = testStore();
    const part = valueOf(store.blobs.write('s1', 'gone', { as: 'text' }));
    const kept = valueOf(store.blobs.write('s1', 'kept', { as: 'text' }));
    store.transcripts.checkpoint(head(1), [{ ...messageItem(0, 'old words'), content: [part] }]);
    store.transcripts.commit();
    store.transcripts.append([event(2, { type: 'transcript.cleared' }), text(3, 'new')]);
    store.transcripts.checkpoint(head(3), [messageItem(1, 'new words')]);
    store.transcripts.commit();
    const killed = afterKill(store);
    expect(ordinals(load(killed).items)).toEqual([1]);
    expect(killed.blobs.read(part.blobId, 0, 10).ok).toBe(false);
    expect(killed.blobs.read(kept.blobId, 0, 10).ok).toBe(true);
    expect(killed.database.all('select rowid from item_text')).toHaveLength(1);
  });
});

describe('pages', () => {
  const filled = () => {
    const store = testStore();
    store.transcripts.checkpoint(
      head(500),
      Array.from({ length: 500 }, (_, index) => messageItem(index, 'x'.repeat(1000))),
    );
    return store;
  };

  it('hold the newest items, bounded by count', () => {
    const loaded = load(filled());
    expect(ordinals(loaded.items)).toEqual(Array.from({ length: 200 }, (_, index) => 300 + index));
    expect(loaded.hasOlder).toBe(true);
  });

  it('are bounded by bytes', () => {
    const { items } = valueOf(filled().transcripts.page('s1', { before: 300, maxBytes: 20_000 }));
    const bytes = items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
    expect(items.at(-1)?.ordinal).toBe(299);
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(bytes).toBeGreaterThan(17_000);
  });

  it('hold at least one item, however large', () => {
    const page = valueOf(filled().transcripts.page('s1', { before: 10, maxBytes: 1, maxItems: 0 }));
    expect(ordinals(page.items)).toEqual([9]);
  });

  it('together are the whole transcript, and the last one says so', () => {
    const store = filled();
    const all: number[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let hasOlder = true; hasOlder;) {
      const page = valueOf(store.transcripts.page('s1', { before, maxItems: 64 }));
      all.unshift(...ordinals(page.items));
      before = all[0]!;
      ({ hasOlder } = page);
    }
    expect(all).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(valueOf(store.transcripts.page('s1', { before: 0 }))).toEqual({ items: [], hasOlder: false });
  });
});

it('finds the newest item of a tool call, and any item by its ordinal', () => {
  const store = testStore();
  store.transcripts.checkpoint(head(3), [
    toolItem(0, 'c1', 'old'),
    toolItem(1, 'c2', 'other'),
    toolItem(2, 'c1', 'new'),
  ]);
  expect(store.transcripts.itemByToolCall('s1', 'c1', 'toolCall')).toMatchObject({ ordinal: 2, title: 'new' });
  expect(store.transcripts.itemByToolCall('s1', 'c1', 'image')).toBeUndefined();
  expect(store.transcripts.item('s1', 1)).toMatchObject({ title: 'other' });
  expect(store.transcripts.item('s1', 9)).toBeUndefined();
});

describe('a real recording', () => {
  const updates = readFileSync(join('tests/fixtures/zed-claude-agent-acp-0.23.1.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"session/update"'))
    .map((line) => {
      const { msg }: { msg: { params: { update: unknown } } } = JSON.parse(line);
      return parseSessionUpdate(msg.params.update);
    });
  const events: SessionEvent[] = [
    event(1, { type: 'turn.started', turnId: 't1', kind: 'prompt', prompt: [{ type: 'text', text: 'go' }] }),
    ...updates.map((update, index) => event(index + 2, { type: 'update', update })),
  ];
  events.push(event(events.length + 1, { type: 'turn.ended', turnId: 't1', outcome: { status: 'interrupted' } }));

  it('comes back the same, wherever the checkpoint and the kill were', () => {
    expect(updates.length).toBeGreaterThan(10);
    const states: SessionState[] = [emptySession('s1')];
    for (const each of events) states.push(reduceSession(states.at(-1)!, each));
    for (let cut = 0; cut <= events.length; cut += 3) {
      const store = testStore();
      store.transcripts.append(events.slice(0, cut));
      store.transcripts.commit();
      store.transcripts.checkpoint(states[cut]!, states[cut]!.items);
      store.transcripts.append(events.slice(cut));
      store.transcripts.commit();
      const { head: stored, items, events: rest } = load(afterKill(store));
      const recovered = rest.reduce(reduceSession, { ...stored, items });
      expect(recovered).toEqual(states.at(-1));
    }
  });
});

it('finds a request that has left the newest page, and none that is not the session’s', () => {
  const store = testStore();
  const request = {
    kind: 'url' as const,
    requestId: 'r1',
    openedAt: 1,
    message: '',
    url: 'https://a.test',
    elicitationId: 'e',
  };
  const asked: ItemOf<'request'> = {
    kind: 'request',
    request,
    settlement: null,
    ordinal: 0,
    turnId: 't1',
    at: 0,
    seq: 1,
    open: false,
  };
  const after = Array.from({ length: 250 }, (_, index) => messageItem(index + 1, 'later'));
  store.transcripts.checkpoint(head(251), [asked, ...after]);
  expect(load(store).items[0]?.ordinal).toBeGreaterThan(0);
  expect(store.transcripts.request('s1', 'r1')).toEqual(request);
  expect(store.transcripts.request('s1', 'r2')).toBeUndefined();
  expect(store.transcripts.request('s2', 'r1')).toBeUndefined();
});
