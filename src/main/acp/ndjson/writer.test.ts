import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { NdjsonWriter } from './writer';

const quiet = { onLine: () => undefined, onBroken: () => undefined };

describe('the writer of newline-delimited JSON', () => {
  it('writes one line a value, in order, whatever the text holds', () => {
    const stream = new PassThrough();
    const writer = new NdjsonWriter(stream, quiet);
    for (const text of ['a', 'line\nbreak', '信号']) void writer.write({ text });
    expect(String(stream.read())).toBe('{"text":"a"}\n{"text":"line\\nbreak"}\n{"text":"信号"}\n');
  });

  it('lets the caller wait while the reader is slow', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const writer = new NdjsonWriter(stream, quiet);
    let room = false;
    const first = writer.write({ text: 'x'.repeat(100) }).then(() => (room = true));
    const second = writer.write({ text: 'y' });
    await Promise.resolve();
    expect(room).toBe(false);
    stream.resume();
    await Promise.all([first, second]);
    expect(room).toBe(true);
  });

  it('neither throws nor waits for ever after the child is gone', async () => {
    const child = spawn(process.execPath, ['-e', 'process.exit(0)'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const broken: unknown[] = [];
    const writer = new NdjsonWriter(child.stdin, { ...quiet, onBroken: (error) => broken.push(error) });
    const waiting = writer.write({ text: 'x'.repeat(1_000_000) });
    await once(child, 'close');
    await waiting;
    await writer.write({ text: 'late' });
    expect(broken).toHaveLength(1);
  });

  it('drops what comes after it was stopped', async () => {
    const stream = new PassThrough();
    const writer = new NdjsonWriter(stream, quiet);
    writer.stop();
    await writer.write({ text: 'a' });
    expect(stream.read()).toBeNull();
  });
});
