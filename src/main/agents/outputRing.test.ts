import { array, assert, nat, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputRing } from './outputRing';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('the output ring', () => {
  it('keeps everything below its limit, both streams in the order of arrival', () => {
    const ring = new OutputRing(100);
    const [out, err] = [ring.writer(), ring.writer()];
    out.write(bytesOf('one '));
    err.write(bytesOf('two '));
    out.write(bytesOf('three'));
    expect([ring.toString(), ring.truncated]).toEqual(['one two three', false]);
  });

  it('drops from the start, at a character boundary', () => {
    const ring = new OutputRing(7);
    ring.writer().write(bytesOf('ab€€€'));
    // 11 bytes; the last 7 begin inside a character.
    expect([ring.toString(), ring.truncated]).toEqual(['€€', true]);
  });

  it('holds nothing at a limit of zero', () => {
    const ring = new OutputRing(0);
    ring.writer().write(bytesOf('text'));
    expect([ring.toString(), ring.truncated]).toEqual(['', true]);
  });

  it('does not split a character that arrives in two chunks while the other stream speaks', () => {
    const ring = new OutputRing(100);
    const [out, err] = [ring.writer(), ring.writer()];
    const smile = bytesOf('😀');
    expect(out.write(smile.subarray(0, 2))).toBe('');
    err.write(bytesOf('x'));
    expect(out.write(smile.subarray(2))).toBe('😀');
    expect(ring.toString()).toBe('x😀');
  });

  it('ends with a replacement character when a stream ends inside a character', () => {
    const ring = new OutputRing(100);
    const out = ring.writer();
    out.write(bytesOf('é').subarray(0, 1));
    expect(out.end()).toBe('\uFFFD');
  });

  it('is always the longest end of the whole text that fits, however the bytes are cut', () => {
    assert(
      property(
        string({ unit: 'grapheme', maxLength: 60 }),
        nat(80),
        array(nat(9), { minLength: 1, maxLength: 30 }),
        (text, limit, sizes) => {
          const ring = new OutputRing(limit);
          const writer = ring.writer();
          const bytes = bytesOf(text);
          for (let at = 0, i = 0; at < bytes.length; i += 1) {
            const size = 1 + (sizes[i % sizes.length] ?? 0);
            writer.write(bytes.subarray(at, at + size));
            at += size;
          }
          writer.end();
          const characters = Array.from(text);
          while (bytesOf(characters.join('')).length > limit) characters.shift();
          expect(ring.toString()).toBe(characters.join(''));
          expect(ring.truncated).toBe(characters.join('') !== text);
        },
      ),
    );
  });
});
