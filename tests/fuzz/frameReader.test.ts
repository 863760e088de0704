import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NdjsonReader } from '../../src/main/acp/ndjson/reader';
import { FUZZ_TIME, fuzz } from '../support/fuzz/fuzz';
import { oddValue } from '../support/fuzz/oddValue';

interface Line {
  text: string;
  frame: unknown;
}

const frame: fc.Arbitrary<Line> = fc
  .record({ id: fc.nat(), text: fc.string({ unit: 'grapheme', maxLength: 40 }), odd: oddValue })
  .map(({ id, text, odd }) => {
    const line = JSON.stringify({ jsonrpc: '2.0', id, result: { text, odd } });
    return { text: line, frame: JSON.parse(line) };
  });
/** Banners, colours, logs that begin like JSON, halves of frames: nothing that is a message. */
const noise: fc.Arbitrary<Line> = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '\u001b[31mwarning\u001b[0m',
      '{"level":"info","msg":"x"}',
      '{',
      '}',
      '[1]',
      '{"jsonrpc":"2.0"',
      '',
    ),
  )
  .map((text) => ({ text: text.replaceAll(/[\n\r]/g, ' '), frame: undefined }))
  .filter(({ text }) => !text.includes('"jsonrpc"') || !text.trimEnd().endsWith('}'));

const lines = fc.array(fc.tuple(fc.oneof({ weight: 2, arbitrary: frame }, noise), fc.constantFrom('\n', '\r\n')), {
  maxLength: 12,
});

function read(bytes: Buffer, cuts: readonly number[], held: readonly boolean[]): Promise<unknown[]> {
  const stream = new PassThrough();
  const frames: unknown[] = [];
  return new Promise((resolve) => {
    const reader: NdjsonReader = new NdjsonReader(stream, {
      onFrame(message) {
        frames.push(message);
        if (held[frames.length % Math.max(1, held.length)] !== true) return 'next';
        setImmediate(() => reader.release());
        return 'hold';
      },
      onNoise: () => undefined,
      onEnd: () => resolve(frames),
    });
    const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
    let from = 0;
    for (const to of [...places, bytes.length]) {
      if (to > from) stream.write(bytes.subarray(from, to));
      from = Math.max(from, to);
    }
    stream.end();
  });
}

describe('the frame reader', () => {
  it(
    'gives every frame once and in order, wherever bytes are cut, whatever noise stands between, and however it is held',
    (context) =>
      fuzz(
        context,
        400,
        [lines, fc.array(fc.nat(), { maxLength: 12 }), fc.array(fc.boolean(), { maxLength: 3 }), fc.boolean()],
        async (all, cuts, held, endsWithNewline) => {
          const text = all.map(([line, end]) => line.text + end).join('');
          const bytes = Buffer.from(endsWithNewline ? text : text.replace(/\r?\n$/, ''));
          const expected = all.flatMap(([line]) => (line.frame === undefined ? [] : [line.frame]));
          expect(await read(bytes, cuts, held)).toEqual(expected);
        },
      ),
    FUZZ_TIME,
  );

  it(
    'bears any bytes',
    (context) =>
      fuzz(
        context,
        300,
        [fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(), { maxLength: 6 })],
        async (bytes, cuts) => {
          expect(Array.isArray(await read(Buffer.from(bytes), cuts, []))).toBe(true);
        },
      ),
    FUZZ_TIME,
  );
});
