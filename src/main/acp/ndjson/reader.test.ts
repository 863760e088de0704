import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AppError } from '@shared/errors';
import { NdjsonReader } from './reader';

interface Read {
  frames: unknown[];
  noise: string[];
  error?: AppError;
}

/** Gives the bytes in these pieces, then ends the stream; what came of it. */
async function read(pieces: readonly (Buffer | string)[], limit?: number): Promise<Read> {
  const stream = new PassThrough();
  const result: Read = { frames: [], noise: [] };
  await new Promise<void>((resolve) => {
    void new NdjsonReader(
      stream,
      {
        onFrame: (frame) => {
          result.frames.push(frame);
          return 'next';
        },
        onNoise: (line) => result.noise.push(line),
        onEnd: (error) => {
          if (error !== undefined) result.error = error;
          resolve();
        },
      },
      limit,
    );
    for (const piece of pieces) stream.write(piece);
    stream.end();
  });
  return result;
}

const frame = (id: number, text: string) => ({ jsonrpc: '2.0', id, result: { text } });
const line = (id: number, text: string): string => `${JSON.stringify(frame(id, text))}\n`;

describe('the reader of newline-delimited JSON', () => {
  const texts = ['plain', 'zürich', '信号箱', '👩‍👩‍👧‍👦 family', 'line\u2028separator'];
  const bytes = Buffer.from(texts.map((text, index) => line(index, text)).join(''));
  const expected = texts.map((text, index) => frame(index, text));

  it('gives every frame however the bytes are cut in two, also inside a character (AC-56)', async () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { frames, noise } = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(frames).toEqual(expected);
      expect(noise).toEqual([]);
    }
  });

  it('AC-56: gives every frame when the bytes come one by one', async () => {
    const { frames } = await read(Array.from(bytes, (byte) => Buffer.of(byte)));
    expect(frames).toEqual(expected);
  });

  it('AC-56: gives a last frame that has no newline', async () => {
    const { frames } = await read([line(1, 'a'), line(2, 'b').trimEnd()]);
    expect(frames).toEqual([frame(1, 'a'), frame(2, 'b')]);
  });

  it('AC-54: lets CRLF, empty lines and a byte order mark pass', async () => {
    const { frames, noise } = await read([`\r\n\n${line(1, 'a').trimEnd()}\r\n\r\n`, `\uFEFF${line(2, 'b')}`]);
    expect(frames).toEqual([frame(1, 'a'), frame(2, 'b')]);
    expect(noise).toEqual([]);
  });

  it('keeps noise apart and goes on: banners, colours, logs in JSON, pretty-printed objects (AC-54)', async () => {
    const noise = [
      'Welcome to the agent',
      '\u001B[32mready\u001B[0m',
      '{not json',
      '{"level":"info","id":7,"msg":"a log line"}',
      '{',
      '  "jsonrpc": "2.0",',
      '}',
      '[1,2]',
      '"text"',
      '12',
      'null',
    ];
    const result = await read(noise.flatMap((text, index) => [`${text}\n`, line(index, 'x')]));
    expect(result.noise).toEqual(noise);
    expect(result.frames).toHaveLength(noise.length);
  });

  it('finds a frame behind a prefix that lacks its newline', async () => {
    const { frames, noise } = await read([`\u001B[0m${line(1, 'a')}`, `> ${line(2, 'b')}`]);
    expect(frames).toEqual([frame(1, 'a'), frame(2, 'b')]);
    expect(noise).toEqual(['\u001B[0m', '> ']);
  });

  it('AC-57: ends with the sizes when a frame is over the limit', async () => {
    const { frames, error } = await read([line(1, 'a'), 'x'.repeat(60), 'y'.repeat(60), line(2, 'b')], 100);
    expect(frames).toEqual([frame(1, 'a')]);
    expect(error).toEqual({ code: 'agent.frameTooLarge', bytes: 120, limit: 100 });
  });

  it('takes a frame of 20 MB that arrives in small pieces', async () => {
    const big = line(1, 'x'.repeat(20_000_000));
    const pieces = Array.from({ length: Math.ceil(big.length / 65_536) }, (_, index) =>
      big.slice(index * 65_536, (index + 1) * 65_536),
    );
    const { frames } = await read(pieces);
    expect(JSON.stringify(frames[0]).length).toBe(big.length - 1);
  });

  it('stops at a held frame until it is released, and tells the end only after the rest', async () => {
    const stream = new PassThrough();
    const seen: string[] = [];
    let held: (() => void) | undefined;
    const onHold = new Promise<void>((resolve) => (held = resolve));
    let ended: (() => void) | undefined;
    const onEnd = new Promise<void>((resolve) => (ended = resolve));
    const reader = new NdjsonReader(stream, {
      onFrame: (message) => {
        seen.push(String(message['id']));
        if (message['id'] !== 2) return 'next';
        held?.();
        return 'hold';
      },
      onNoise: (text) => seen.push(text),
      onEnd: () => {
        seen.push('end');
        ended?.();
      },
    });
    stream.end(line(1, 'a') + line(2, 'b') + line(3, 'c') + 'noise\n');
    await onHold;
    expect(seen).toEqual(['1', '2']);
    expect(stream.isPaused()).toBe(true);
    reader.release();
    await onEnd;
    expect(seen).toEqual(['1', '2', '3', 'noise', 'end']);
  });

  it('gives nothing after it was stopped', () => {
    const stream = new PassThrough();
    const seen: unknown[] = [];
    const reader = new NdjsonReader(stream, {
      onFrame: (message) => {
        seen.push(message['id']);
        reader.stop();
        return 'next';
      },
      onNoise: () => undefined,
      onEnd: () => seen.push('end'),
    });
    stream.end(line(1, 'a') + line(2, 'b'));
    stream.resume();
    return new Promise<void>((resolve) => {
      stream.once('end', () => {
        expect(seen).toEqual([1]);
        resolve();
      });
    });
  });
});
