import type { DiagramColours, DrawnDiagram } from './drawDiagram';
import type { DiagramAnswer, DiagramJob } from './worker';

/** A picture to show, or why there is none. */
export type Diagram =
  | { url: string; width: number; height: number }
  | Exclude<DrawnDiagram, { svg: string }>
  | 'tooLong'
  | 'notShown';

/** A source longer than this is not laid out: nobody reads the result. */
const LONGEST = 20_000;
/** A layout that has not come to an end by then never does. */
const PATIENCE_MS = 10_000;
const KEPT = 60;

interface Answer {
  diagram: Diagram;
  isOwn: boolean;
}

/** Draws in a worker, so that no layout holds the page, and keeps what was drawn. */
class Diagrams {
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #drawn = new Map<string, Diagram>();
  readonly #asked = new Map<string, Promise<Diagram>>();
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; timer: ReturnType<typeof setTimeout> }>();

  known(source: string, theme: string): Diagram | null {
    return this.#use(`${theme}\n${source}`) ?? null;
  }

  /** Nothing loads from its address: whoever asks next has it drawn anew. */
  forget(source: string, theme: string, url: string): void {
    const key = `${theme}\n${source}`;
    const known = this.#drawn.get(key);
    if (typeof known === 'object' && 'url' in known && known.url === url) this.#drop(key);
  }

  /** What is looked at is the last to be forgotten: its picture may be opened yet. */
  #use(key: string): Diagram | undefined {
    const known = this.#drawn.get(key);
    if (known === undefined) return undefined;
    this.#drawn.delete(key);
    this.#drawn.set(key, known);
    return known;
  }

  /** `theme` names the colours, which are read when they are needed. */
  draw(source: string, theme: string, colours: () => DiagramColours): Promise<Diagram> {
    if (source.length > LONGEST) return Promise.resolve('tooLong');
    const key = `${theme}\n${source}`;
    const known = this.#use(key);
    if (known !== undefined) return Promise.resolve(known);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const drawing = this.#send(source, colours()).then(({ diagram, isOwn }) => {
      this.#asked.delete(key);
      if (isOwn) this.#keep(key, diagram);
      return diagram;
    });
    this.#asked.set(key, drawing);
    return drawing;
  }

  /** `isOwn`: it is an answer about this source, and not about one before it. */
  #send(source: string, colours: DiagramColours): Promise<Answer> {
    return new Promise((resolve) => {
      const job: DiagramJob = { id: this.#nextId++, source, colours };
      const timer = setTimeout(() => this.#giveUp('timeout'), PATIENCE_MS);
      this.#waiting.set(job.id, { resolve, timer });
      this.#start().postMessage(job);
    });
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { id, drawn } }: MessageEvent<DiagramAnswer>) => {
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) return;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.resolve({ diagram: asPicture(drawn), isOwn: true });
    });
    worker.addEventListener('error', (event) => this.#giveUp(event.message));
    this.#worker = worker;
    return worker;
  }

  /**
   * One that hangs takes those behind it along; each of them is shown as its source, and the next begins afresh: those that
   * only waited, too, once they are drawn again.
   */
  #giveUp(broken: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    let isOwn = true;
    for (const { resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      resolve({ diagram: { broken }, isOwn });
      isOwn = false;
    }
    this.#waiting.clear();
  }

  #keep(key: string, diagram: Diagram): void {
    this.#drawn.set(key, diagram);
    for (const oldest of this.#drawn.keys()) {
      if (this.#drawn.size <= KEPT) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const old = this.#drawn.get(key);
    this.#drawn.delete(key);
    if (typeof old === 'object' && 'url' in old) URL.revokeObjectURL(old.url);
  }
}

/** As a picture an SVG runs nothing and loads nothing, whatever is in it. */
function asPicture(drawn: DrawnDiagram): Diagram {
  if (!('svg' in drawn)) return drawn;
  const { svg, width, height } = drawn;
  return { url: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), width, height };
}

export const diagrams = new Diagrams();
