import { expect, it } from 'vitest';
import { printedText } from './longText';

const bytes = (text: string) => new TextEncoder().encode(text);

it('reads an output over the edge between what is stored and what is here, whatever range is asked for', async () => {
  // It has grown since the output was told of: the last two are in both.
  const blob = bytes('0123456789文ab');
  const stored = { type: 'stored' as const, blobId: 'b', as: 'text' as const, bytes: 13, head: '' };
  const text = printedText({ text: '9文abcd', isCut: false, stored, rest: 4 }, (_, offset, length) =>
    Promise.resolve({ bytes: blob.slice(offset, offset + length), total: blob.length }),
  );
  const whole = bytes('0123456789文abcd');
  expect(text.bytes).toBe(whole.length);
  for (let offset = 0; offset <= whole.length; offset += 1) {
    for (let length = 1; length <= whole.length; length += 1) {
      const piece = await text.read(offset, length);
      expect(piece).toEqual({ bytes: whole.slice(offset, offset + length), total: whole.length });
    }
  }
});

it('reads one that is all here, and tells why what is stored cannot be read', async () => {
  const here = printedText({ text: 'all', isCut: false });
  expect(await here.read(1, 9)).toEqual({ bytes: bytes('ll'), total: 3 });
  const error = { code: 'file.notFound' as const, path: 'b' };
  const stored = { type: 'stored' as const, blobId: 'b', as: 'text' as const, bytes: 5, head: '' };
  const gone = printedText({ text: 'end', isCut: false, stored, rest: 0 }, () => Promise.resolve({ error }));
  expect(await gone.read(0, 3)).toEqual({ error });
});
