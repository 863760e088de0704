import type { Draft, ImageAttachment } from '@shared/attachment';
import { describe, expect, it } from 'vitest';
import { afterKill, testStore, type TestStore } from './testStore';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const text = (words: string): Draft => ({ text: words, attachments: [] });

function keptImage(store: TestStore): ImageAttachment {
  const kept = store.drafts.keepImage(PNG);
  if (!kept.ok) throw new Error(kept.error.code);
  return { kind: 'image', name: 'plan.png', bytes: PNG.length, ...kept.value };
}
const images = (store: TestStore): number =>
  store.database.get<{ count: number }>('select count(*) as count from draft_image')?.count ?? -1;

describe('drafts', () => {
  it('AC-32: keep text, pictures and files through a kill, by session and on the page where one begins', () => {
    const store = testStore();
    const image = keptImage(store);
    const file = {
      kind: 'path',
      path: '/wood/p1/a.ts',
      uri: 'file:///wood/p1/a.ts',
      name: 'a.ts',
      isFolder: false,
    } as const;
    const draft: Draft = { text: 'half a thought', attachments: [image, file] };
    store.drafts.set('s1', text('half a thou'));
    store.drafts.set('s1', draft);
    store.drafts.set(null, { text: 'before a session', attachments: [file] });
    const after = afterKill(store);
    expect(after.drafts.get('s1')).toEqual(draft);
    expect(after.drafts.get(null)).toEqual({ text: 'before a session', attachments: [file] });
    expect(after.drafts.image(image.imageId)).toEqual({ ok: true, value: { bytes: PNG } });
  });

  it('are gone once they are empty, and pass a session over that is not there', () => {
    const store = testStore();
    store.drafts.set('s1', text('x'));
    store.drafts.set('s1', text(''));
    expect(store.drafts.get('s1')).toEqual(text(''));
    store.drafts.set('gone', text('x'));
    expect(store.drafts.get('gone')).toEqual(text(''));
  });

  it('drop a picture with the last draft that names it', () => {
    const store = testStore();
    const image = keptImage(store);
    // The first message of a session: written on the page before it, then its own.
    store.drafts.set(null, { text: '', attachments: [image] });
    store.drafts.set('s1', { text: '', attachments: [image] });
    store.drafts.set(null, text(''));
    expect(store.drafts.image(image.imageId).ok).toBe(true);
    store.drafts.set('s1', text('without it'));
    expect(store.drafts.image(image.imageId)).toEqual({ ok: false, error: { code: 'attachment.gone' } });
    expect(images(store)).toBe(0);
  });

  it('sweep pictures that no draft names, but not one that was kept just now', () => {
    const store = testStore();
    const named = keptImage(store);
    keptImage(store);
    store.drafts.set('s1', { text: '', attachments: [named] });
    store.drafts.sweep();
    expect(images(store)).toBe(2);
    store.clock.advance(120_000);
    store.drafts.sweep();
    expect(images(store)).toBe(1);
    expect(store.drafts.image(named.imageId).ok).toBe(true);
  });

  it('AC-79: take pictures by what their bytes say', () => {
    const { drafts } = testStore();
    expect(drafts.keepImage(new TextEncoder().encode('<svg></svg>'))).toEqual({
      ok: false,
      error: { code: 'attachment.notImage' },
    });
    const large = new Uint8Array(4_000_000);
    large.set(PNG);
    expect(drafts.keepImage(large)).toMatchObject({ ok: false, error: { code: 'attachment.tooLarge' } });
    expect(drafts.keepImage(new Uint8Array([0xff, 0xd8, 0xff, 0]))).toMatchObject({
      value: { mimeType: 'image/jpeg' },
    });
  });
});

it('a place in a transcript survives a kill and is dropped at its end', () => {
  const store = testStore();
  store.places.set('s1', { ordinal: 7, offset: 12.5 });
  store.places.set('s1', { ordinal: 8, offset: 3 });
  store.places.set('gone', { ordinal: 1, offset: 0 });
  const after = afterKill(store);
  expect(after.places.get('s1')).toEqual({ ordinal: 8, offset: 3 });
  after.places.set('s1', null);
  expect(after.places.get('s1')).toBeNull();
});
