import { Worker } from 'node:worker_threads';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { FileHits, FileQuery } from './fileIndex';
import type { FileAnswer, FileQuestion } from './fileIndexWorker';

export interface FileFinderOptions {
  workerFile: string;
  clock: Clock;
  /** The person's own environment, where git is found. */
  environment: () => Promise<NodeJS.ProcessEnv>;
}

/** The index of a large project takes over 100 MB: nobody who looks for no file should pay for it. */
const IDLE_MS = 60_000;

interface Thread {
  worker: Promise<Worker>;
  waiting: Map<number, (answer: Pick<FileAnswer, 'hits' | 'message'>) => void>;
}

/** The engine's side of the thread that searches files; it starts with the first search and ends when it was idle. */
export class FileFinder {
  readonly #options: FileFinderOptions;
  #thread: Thread | null = null;
  #stopIdle = (): void => undefined;
  #lastId = 0;

  constructor(options: FileFinderOptions) {
    this.#options = options;
  }

  /** Does it hold indexes now? */
  get isRunning(): boolean {
    return this.#thread !== null;
  }

  async find(query: FileQuery): Promise<Result<FileHits>> {
    this.#stopIdle();
    const { worker, waiting } = (this.#thread ??= this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Pick<FileAnswer, 'hits' | 'message'>>((settle) => waiting.set(id, settle));
    (await worker).postMessage({ id, ...query } satisfies FileQuestion);
    const { hits, message } = await answered;
    return hits === null ? fail({ code: 'file.failed', path: query.root, message }) : ok(hits);
  }

  async close(): Promise<void> {
    this.#stopIdle();
    const thread = this.#thread;
    this.#thread = null;
    await (await thread?.worker)?.terminate();
  }

  #start(): Thread {
    const waiting: Thread['waiting'] = new Map();
    const thread = { worker: this.#startWorker(waiting, () => this.#forget(thread)), waiting };
    return thread;
  }

  #forget(thread: Thread): void {
    if (this.#thread === thread) this.#thread = null;
  }

  async #startWorker(waiting: Thread['waiting'], onGone: () => void): Promise<Worker> {
    const { workerFile, environment } = this.#options;
    const worker = new Worker(workerFile, { workerData: await environment(), name: 'files' });
    let message = 'the thread ended';
    worker.on('message', ({ id, ...answer }: FileAnswer) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
      if (waiting.size === 0) this.#beginIdle();
    });
    worker.on('error', (error) => {
      message = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => {
      onGone();
      for (const settle of waiting.values()) settle({ hits: null, message });
      waiting.clear();
    });
    return worker;
  }

  #beginIdle(): void {
    this.#stopIdle();
    this.#stopIdle = this.#options.clock.setTimer(IDLE_MS, () => void this.close());
  }
}
