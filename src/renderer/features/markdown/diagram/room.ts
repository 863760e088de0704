import type { DiagramColours, DrawnDiagram } from './drawDiagram';
import type { DiagramAnswer, DiagramJob } from './worker';

/** Draws one job after the other, apart from the page. */
export interface Drawer {
  post: (job: DiagramJob) => void;
  end: () => void;
}
export type StartDrawer = (onAnswer: (answer: DiagramAnswer) => void, onFail: (reason: string) => void) => Drawer;

/** A layout that has not come to an end by then never does. */
const PATIENCE_MS = 10_000;
/** A drawer without work is ended: its memory is larger than what it is to start another. */
const IDLE_MS = 60_000;

type Outcome = DrawnDiagram | 'tooSlow';

interface Waiting {
  job: DiagramJob;
  resolve: (outcome: Outcome) => void;
}

/** The queue before a drawer, which starts with the first job, and is ended when a job hangs: the next ones get another. */
export class Room {
  readonly #begin: StartDrawer;
  #drawer: Drawer | null = null;
  #nextId = 1;
  #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(begin: StartDrawer) {
    this.#begin = begin;
  }

  draw(source: string, colours: DiagramColours): Promise<Outcome> {
    return new Promise((resolve) => {
      const waiting = { job: { id: this.#nextId++, source, colours }, resolve };
      this.#queue.push(waiting);
      this.#start().post(waiting.job);
      if (this.#queue.length === 1) this.#watch();
    });
  }

  #start(): Drawer {
    this.#drawer ??= this.#begin(
      ({ id, drawn }) => {
        if (this.#queue[0]?.job.id === id) this.#next(drawn);
      },
      (reason) => this.#giveUp({ broken: reason }),
    );
    return this.#drawer;
  }

  #next(outcome: Outcome): void {
    this.#queue.shift()?.resolve(outcome);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const isIdle = this.#queue.length === 0;
    this.#timer = setTimeout(() => (isIdle ? this.#end() : this.#giveUp('tooSlow')), isIdle ? IDLE_MS : PATIENCE_MS);
  }

  #end(): void {
    this.#drawer?.end();
    this.#drawer = null;
  }

  /** The first in the queue is at fault; those behind it are drawn by another. */
  #giveUp(outcome: Outcome): void {
    this.#end();
    this.#next(outcome);
    for (const { job } of this.#queue) this.#start().post(job);
  }
}
