import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackedTokens } from './tokenizer';
import type { HighlightAnswer, HighlightJob } from './worker';

/** A worker that answers when it is told to. */
class ToldWorker extends EventTarget {
  readonly jobs: HighlightJob[] = [];
  postMessage(job: HighlightJob): void {
    this.jobs.push(job);
  }
  answer(index: number): void {
    const id = this.jobs[index]?.id ?? 0;
    const answer: HighlightAnswer = { id, tokens: new Uint32Array([0, 0, 1, index + 1]) };
    this.dispatchEvent(new MessageEvent('message', { data: answer }));
  }
}

let worker: ToldWorker;
/** A page of its own: the highlighter starts its worker once. */
async function freshHighlighter() {
  vi.resetModules();
  return (await import('./highlighter')).highlighter;
}

beforeEach(() => {
  vi.useFakeTimers();
  worker = new ToldWorker();
  vi.stubGlobal('Worker', function startWorker() {
    return worker;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the colours of code', () => {
  it('are not asked for above 50,000 characters', async () => {
    const highlighter = await freshHighlighter();
    highlighter.ask('a', 'typescript', 'x'.repeat(50_001), () => {});
    expect(worker.jobs).toHaveLength(0);
    highlighter.ask('a', 'typescript', 'x'.repeat(50_000), () => {});
    expect(worker.jobs).toHaveLength(1);
  });

  it('of a block that grows are asked for once at a time, and of what came meanwhile only the newest', async () => {
    const highlighter = await freshHighlighter();
    const received: [string, PackedTokens][] = [];
    const receive = (code: string, tokens: PackedTokens) => void received.push([code, tokens]);
    for (const code of ['a', 'ab', 'abc', 'abcd']) highlighter.ask('block', 'typescript', code, receive);
    expect(worker.jobs.map(({ code }) => code)).toEqual(['a']);
    worker.answer(0);
    vi.runAllTimers();
    expect(worker.jobs.map(({ code }) => code)).toEqual(['a', 'abcd']);
    worker.answer(1);
    expect(received.map(([code]) => code)).toEqual(['a', 'abcd']);
  });

  it('are known at once the second time, the least used let go when too many are kept', async () => {
    const highlighter = await freshHighlighter();
    const code = (index: number) => `${index}`.padEnd(40_000, 'x');
    for (let index = 0; index < 60; index++) {
      highlighter.ask(`block${index}`, 'typescript', code(index), () => {});
      worker.answer(index);
      // In use all the time.
      expect(highlighter.known('typescript', code(0))).not.toBeNull();
    }
    expect(highlighter.known('typescript', code(59))?.[3]).toBe(60);
    expect(highlighter.known('typescript', code(1))).toBeNull();
    expect(highlighter.known('css', code(59))).toBeNull();
  });
});
