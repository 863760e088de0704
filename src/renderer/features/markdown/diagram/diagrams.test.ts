import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Diagram } from './diagrams';
import type { DrawnDiagram } from './drawDiagram';
import type { DiagramAnswer, DiagramJob } from './worker';

/** A worker, or a frame with its port, that answers when it is told to. */
class ToldDrawer extends EventTarget {
  readonly jobs: DiagramJob[] = [];
  ended = false;
  postMessage(job: DiagramJob): void {
    this.jobs.push(job);
  }
  terminate(): void {
    this.ended = true;
  }
  close(): void {
    this.ended = true;
  }
  start(): void {}
  answer(index: number, drawn: DrawnDiagram = { svg: '<svg/>', width: 10, height: 20 }): void {
    const answer: DiagramAnswer = { id: this.jobs[index]?.id ?? 0, drawn };
    this.dispatchEvent(new MessageEvent('message', { data: answer }));
  }
}

/** What a page knows of a frame in it. */
class ToldFrame extends EventTarget {
  readonly attributes = new Map<string, string>();
  srcdoc = '';
  tabIndex = 0;
  inert = false;
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  remove(): void {
    frames = frames.filter((frame) => frame !== this);
  }
}

const colours = () => ({
  bg: '',
  fg: '',
  line: '',
  accent: '',
  muted: '',
  surface: '',
  border: '',
  grid: '',
  hues: [],
  font: '',
  isDark: false,
});
let workers: ToldDrawer[] = [];
let ports: ToldDrawer[] = [];
/** Those in the page. */
let frames: ToldFrame[] = [];

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
  [workers, ports, frames] = [[], [], []];
  vi.stubGlobal('Worker', function startWorker() {
    const worker = new ToldDrawer();
    workers.push(worker);
    return worker;
  });
  vi.stubGlobal('MessageChannel', function openChannel() {
    const port1 = new ToldDrawer();
    ports.push(port1);
    return { port1, port2: new ToldDrawer() };
  });
  vi.stubGlobal('document', {
    baseURI: 'app://signalbox/',
    createElement: () => new ToldFrame(),
    body: { append: (frame: ToldFrame) => frames.push(frame) },
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
    expect(ports).toHaveLength(0);
  });

  it.each(['gantt\n  title x', 'gitGraph', 'timeline', '---\ntitle: x\n---\nmindmap', 'graph TD\n  A@{ shape: doc }'])(
    'that only mermaid knows are drawn by it, and no worker starts: %s',
    async (source) => {
      const diagrams = await freshDiagrams();
      const drawing = diagrams.draw(source, 'light', colours);
      expect(ports[0]?.jobs).toMatchObject([{ source }]);
      ports[0]?.answer(0);
      expect(await drawing).toHaveProperty('url');
      expect(workers).toHaveLength(0);
    },
  );

  it('that the quick drawer does not understand are asked of mermaid, whose reason is the one that is shown', async () => {
    const diagrams = await freshDiagrams();
    const [drawn, not] = ['graph TD\n  A[x', 'graph TD\n  A(x'].map((source) =>
      diagrams.draw(source, 'light', colours),
    );
    workers[0]?.answer(0, { broken: 'A[x' });
    workers[0]?.answer(1, { broken: 'A(x' });
    // After the promises that are settled already.
    await vi.advanceTimersByTimeAsync(0);
    expect(ports[0]?.jobs).toHaveLength(2);
    ports[0]?.answer(0);
    ports[0]?.answer(1, { broken: 'Parse error on line 2' });
    expect(await drawn).toHaveProperty('url');
    expect(await not).toEqual({ broken: 'Parse error on line 2' });
  });

  it('run in a frame without an origin, out of reach, under a policy that allows its two scripts alone', async () => {
    const diagrams = await freshDiagrams();
    void diagrams.draw('gantt', 'light', colours);
    const [frame] = frames;
    expect(frame?.attributes.get('sandbox')).toBe('allow-scripts');
    expect([frame?.attributes.get('aria-hidden'), frame?.tabIndex, frame?.inert]).toEqual(['true', -1, true]);
    const policy = /content="([^"]*)"/.exec(frame?.srcdoc ?? '')?.[1];
    expect(policy).toMatch(/^default-src 'none'; script-src \S+mermaid\S+ \S+frame\S+; style-src 'unsafe-inline'$/);
    expect(frame?.srcdoc.match(/<script src=/g)).toHaveLength(2);
  });

  it.each([
    ['graph TD', () => workers],
    ['gantt', () => ports],
  ])('are given up after ten seconds, and those behind are drawn afresh: %s', async (kind, drawers) => {
    const diagrams = await freshDiagrams();
    const hangs = diagrams.draw(`${kind}\n  one`, 'light', colours);
    const behind = diagrams.draw(`${kind}\n  two`, 'light', colours);
    vi.advanceTimersByTime(10_000);
    expect(await hangs).toBe('tooSlow');
    expect(drawers()[0]?.ended).toBe(true);
    expect(frames).toHaveLength(kind === 'gantt' ? 1 : 0);
    expect(drawers()[1]?.jobs).toMatchObject([{ source: `${kind}\n  two` }]);
    // It has ten seconds of its own.
    vi.advanceTimersByTime(9000);
    drawers()[1]?.answer(0);
    expect(await behind).toHaveProperty('url');
  });

  it('that are slow one by one are waited for one by one', async () => {
    const diagrams = await freshDiagrams();
    const all = ['one', 'two', 'three'].map((name) => diagrams.draw(`gantt\n  ${name}`, 'light', colours));
    for (const at of [0, 1, 2]) {
      vi.advanceTimersByTime(6000);
      ports[0]?.answer(at);
    }
    expect((await Promise.all(all)).every((diagram) => typeof diagram === 'object' && 'url' in diagram)).toBe(true);
  });

  it('that have not been asked for in a minute leave no process behind', async () => {
    const diagrams = await freshDiagrams();
    void diagrams.draw('gantt', 'light', colours);
    ports[0]?.answer(0);
    vi.advanceTimersByTime(59_000);
    expect(frames).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(frames).toHaveLength(0);
    void diagrams.draw('gantt', 'dark', colours);
    expect(ports[1]?.jobs).toHaveLength(1);
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
    expect([workers, ports]).toEqual([[], []]);
  });
});
