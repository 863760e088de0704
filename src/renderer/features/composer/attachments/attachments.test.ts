import type { Attachment } from '@shared/attachment';
import { describe, expect, it } from 'vitest';
import { pastedFiles } from './filesOf';
import { queuedAttachments } from './queuedAttachments';
import { encodingsFor, fitsAsIs, scaleOf } from './shrinkImage';
import { withAttachments } from './withAttachments';

const image = (imageId: string, bytes = 1): Attachment => ({
  kind: 'image',
  imageId,
  name: '',
  mimeType: 'image/png',
  bytes,
});
const file = (path: string): Attachment => ({ kind: 'path', path, uri: `file://${path}`, name: path, isFolder: false });

describe('what is attached', () => {
  it('comes behind what is there, each path once', () => {
    const { list, problem } = withAttachments([file('/a'), image('x')], [file('/a'), file('/b'), image('y')]);
    expect(list).toEqual([file('/a'), image('x'), file('/b'), image('y')]);
    expect(problem).toBeNull();
  });

  it('AC-79: says so where it is too much for one message', () => {
    const many = Array.from({ length: 49 }, (_, at) => file(`/${at}`));
    expect(withAttachments(many, [file('/x'), file('/y')])).toMatchObject({
      list: { length: 50 },
      problem: { code: 'attachment.tooMany', limit: 50 },
    });
    const large = Array.from({ length: 6 }, (_, at) => image(`${at}`, 3_900_000));
    expect(withAttachments([], large)).toMatchObject({
      list: { length: 5 },
      problem: { code: 'attachment.imagesTooLarge' },
    });
  });
});

describe('what stands beside a message that waits', () => {
  it('is shown as the composer shows it, each with its place in the message', async () => {
    const long = { type: 'stored', blobId: 'b', as: 'text', bytes: 90_000, head: 'Look' } as const;
    const content = [
      long,
      { type: 'resource_link', uri: 'file:///x/src/', name: 'src/' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///x/a%20b.ts', name: 'a b.ts' },
    ] as const;
    const found = await queuedAttachments({ queuedId: 'q1', at: 0, content });
    expect([...found]).toEqual([
      [{ kind: 'path', path: '/x/src/', uri: 'file:///x/src/', name: 'src', isFolder: true }, 1],
      [{ kind: 'image', imageId: 'q1/2', name: '', mimeType: 'image/png', bytes: 3 }, 2],
      [{ kind: 'path', path: '/x/a b.ts', uri: 'file:///x/a%20b.ts', name: 'a b.ts', isFolder: false }, 3],
    ]);
  });
});

describe('a picture', () => {
  it('AC-79: goes as it is while it is small, else with its longer side at 2000 pixels', () => {
    expect(fitsAsIs({ width: 2000, height: 900 }, 3_900_000)).toBe(true);
    expect(fitsAsIs({ width: 2001, height: 900 }, 10)).toBe(false);
    expect(fitsAsIs({ width: 10, height: 10 }, 3_932_161)).toBe(false);
    expect(scaleOf({ width: 1000, height: 4000 })).toBe(0.5);
    expect(scaleOf({ width: 100, height: 50 })).toBe(1);
  });

  it('stays a photo where it was one, and keeps its clear parts where it was none', () => {
    expect(encodingsFor('image/jpeg').map(({ type }) => type)).toEqual(['image/jpeg']);
    expect(encodingsFor(null).map(({ type }) => type)).toEqual(['image/png', 'image/webp']);
  });
});

describe('what is pasted', () => {
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  const nowhere = (): string => '';

  it('is a picture where it comes alone', () => {
    expect(pastedFiles({ types: ['Files', 'text/html'], files: [picture] }, nowhere)).toEqual([picture]);
  });

  it('is text where a picture of the text comes with it', () => {
    expect(pastedFiles({ types: ['text/plain', 'Files'], files: [picture] }, nowhere)).toEqual([]);
    expect(pastedFiles({ types: ['text/plain'], files: [] }, nowhere)).toEqual([]);
  });

  it('is a file where the system’s file manager put its name beside it', () => {
    expect(pastedFiles({ types: ['text/plain', 'Files'], files: [picture] }, () => '/home/x/image.png')).toEqual([
      picture,
    ]);
  });
});
