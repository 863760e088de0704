import { expect, it } from 'vitest';
import { afterKill, testStore, valueOf } from './testStore';

const pattern = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 251);

it('gives back any range, also across chunks, and less at the end', () => {
  const { blobs } = testStore();
  const bytes = pattern(700_001);
  const part = valueOf(blobs.write('s1', bytes, { as: 'image', mimeType: 'image/png' }));
  expect(part).toEqual({ type: 'stored', blobId: 'id1', as: 'image', mimeType: 'image/png', bytes: 700_001, head: '' });
  const ranges: [number, number][] = [
    [0, 10],
    [262_140, 10],
    [262_144, 262_144],
    [0, 1_000_000],
    [700_000, 50],
    [700_001, 50],
    [900_000, 1],
  ];
  for (const [offset, length] of ranges) {
    const read = valueOf(blobs.read(part.blobId, offset, length));
    expect(read.total).toBe(700_001);
    expect(Buffer.compare(read.bytes, bytes.slice(offset, offset + length))).toBe(0);
    expect(read.bytes.buffer.byteLength).toBe(read.bytes.byteLength);
  }
});

it('keeps text as UTF-8 with a head that ends at a whole character', () => {
  const { blobs } = testStore();
  const part = valueOf(blobs.write('s1', `a${'错'.repeat(50_000)}`, { as: 'text' }));
  expect(part.bytes).toBe(150_001);
  expect(part.head).toBe(`a${'错'.repeat(1365)}`);
  expect(new TextDecoder().decode(valueOf(blobs.read(part.blobId, 1, 6)).bytes)).toBe('错错');
});

it('is on disk as soon as it was written', () => {
  const store = testStore();
  const part = valueOf(store.blobs.write('s1', 'whole', { as: 'text' }));
  expect(valueOf(afterKill(store).blobs.read(part.blobId, 0, 100)).total).toBe(5);
});

it('goes with its session', () => {
  const { blobs, sessions, database } = testStore();
  const part = valueOf(blobs.write('s1', 'x', { as: 'text' }));
  sessions.delete('s1');
  expect(blobs.read(part.blobId, 0, 1)).toEqual({ ok: false, error: { code: 'file.notFound', path: part.blobId } });
  expect(database.all('select 1 from blob_chunk')).toEqual([]);
});

it('answers with the error where it cannot be written', () => {
  const { blobs } = testStore();
  expect(blobs.write('nobody', 'x', { as: 'text' })).toMatchObject({ ok: false, error: { code: 'store.failed' } });
});

it('goes where nothing of its session names it: no item, no head, and no event that is not yet in them', () => {
  const store = testStore();
  const made = (text: string) => valueOf(store.blobs.write('s1', text, { as: 'text' }));
  const [inItem, inHead, inEvent, nowhere] = [made('an item'), made('a head'), made('an event'), made('nowhere')];
  const prompt = (queuedId: string, part: typeof inItem) => ({
    type: 'queue.added' as const,
    prompt: { queuedId, at: 0, content: [part] },
  });
  const { head } = valueOf(store.transcripts.load('s1'));
  const place = { ordinal: 0, turnId: 't', at: 0, seq: 1, open: false } as const;
  const item = { ...place, kind: 'message' as const, role: 'user' as const, content: [inItem] };
  const queue = { prompts: [{ queuedId: 'q0', at: 0, content: [inHead] }], paused: null, next: null };
  store.transcripts.checkpoint({ ...head, seq: 1, nextOrdinal: 1, queue }, [item]);
  store.transcripts.append([{ seq: 2, at: 0, sessionId: 's1', ...prompt('q1', inEvent) }]);
  expect(store.transcripts.commit().ok).toBe(true);
  store.blobs.removeUnnamed(
    's1',
    [inItem, inHead, inEvent, nowhere].map(({ blobId }) => blobId),
  );
  expect(store.blobs.ofSession('s1').toSorted()).toEqual(
    [inItem, inHead, inEvent].map(({ blobId }) => blobId).toSorted(),
  );
  // Of a session that is not asked about nothing goes.
  store.blobs.removeUnnamed('s2', [inItem.blobId]);
  expect(afterKill(store).blobs.ofSession('s1')).toHaveLength(3);
});
