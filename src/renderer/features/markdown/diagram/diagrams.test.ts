import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Diagram } from './diagrams';
import type { DiagramAnswer, DiagramJob } from './worker';

/** A worker that answers when it is told to. */
class ToldWorker extends EventTarget {
  readonly jobs: DiagramJob[] = [];
  ended = false;
  postMessage(job: DiagramJob): void {
    this.jobs.push(job);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(index: number): void {
    const answer: DiagramAnswer = { id: this.jobs[index]?.id ?? 0, drawn: { svg: '<svg/>', width: 10, height: 20 } };
    this.dispatchEvent(new MessageEvent('message', { data: answer }));
  }
}

const colours = () => ({ bg: '', fg: '', line: '', accent: '', muted: '', surface: '', border: '' });
let workers: ToldWorker[] = [];

const pictureOf = (diagram: Diagram): { url: string } => {
  if (typeof diagram === 'string' || !('url' in diagram)) throw new Error('no picture');
  return diagram;
};

/** A page of its own. */
async function freshDiagrams() {
  vi.resetModules();
  return (await import('./diagrams')).diagrams;
}

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  vi.stubGlobal('Worker', function startWorker() {
    const worker = new ToldWorker();
    workers.push(worker);
    return worker;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('diagrams', () => {
  it('are drawn once for each theme, however often they come into view', async () => {
    const diagrams = await freshDiagrams();
    const first = diagrams.draw('graph TD', 'light', colours);
    expect(diagrams.draw('graph TD', 'light', colours)).toBe(first);
    workers[0]?.answer(0);
    const picture = await first;
    expect(picture).toMatchObject({ width: 10, height: 20 });
    expect(await diagrams.draw('graph TD', 'light', colours)).toBe(picture);
    expect(diagrams.known('graph TD', 'light')).toBe(picture);
    expect(workers[0]?.jobs).toHaveLength(1);
    void diagrams.draw('graph TD', 'dark', colours);
    expect(workers[0]?.jobs).toHaveLength(2);
  });

  it('are given up after ten seconds, and the next begins afresh', async () => {
    const diagrams = await freshDiagrams();
    const hangs = diagrams.draw('graph TD', 'light', colours);
    const behind = diagrams.draw('graph RL', 'light', colours);
    vi.advanceTimersByTime(10_000);
    expect(await Promise.all([hangs, behind])).toEqual([{ broken: 'timeout' }, { broken: 'timeout' }]);
    expect(workers[0]?.ended).toBe(true);
    // What only waited is not known to be broken.
    expect([diagrams.known('graph TD', 'light'), diagrams.known('graph RL', 'light')]).toEqual([
      { broken: 'timeout' },
      null,
    ]);
    const next = diagrams.draw('graph LR', 'light', colours);
    workers[1]?.answer(0);
    expect(await next).toHaveProperty('url');
  });

  it('whose picture does not load are drawn anew, and no other one with them', async () => {
    const diagrams = await freshDiagrams();
    const first = diagrams.draw('graph TD', 'light', colours);
    workers[0]?.answer(0);
    const picture = await first;
    const { url } = pictureOf(picture);
    diagrams.forget('graph TD', 'light', 'blob:of another time');
    expect(diagrams.known('graph TD', 'light')).toBe(picture);
    diagrams.forget('graph TD', 'light', url);
    expect(diagrams.known('graph TD', 'light')).toBeNull();
    await expect(fetch(url)).rejects.toThrow();
    const again = diagrams.draw('graph TD', 'light', colours);
    workers[0]?.answer(1);
    expect(pictureOf(await again).url).not.toBe(url);
  });

  it('of more than 20,000 characters are not drawn', async () => {
    const diagrams = await freshDiagrams();
    expect(await diagrams.draw('x'.repeat(20_001), 'light', colours)).toBe('tooLong');
    expect(workers).toHaveLength(0);
  });
});
