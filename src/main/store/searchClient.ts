import { Worker } from 'node:worker_threads';
import { type AppError, fail, type Result } from '@shared/errors';
import { storeError } from './database';
import type { FindPage, FindQuery, PromptsPage, PromptsQuery } from '@shared/ipc/reading';
import type { SearchPage, SearchQuery } from '@shared/ipc/search';
import type { AskName, Asked } from './searchWorker';

interface Waiting {
  /** The thread answers what its name says; a message between threads has no type of its own. */
  answer: (result: never) => void;
  fail: (error: AppError) => void;
}

/** The engine's side of the search thread, which starts with the first search and again after it failed. */
export class SearchClient {
  private readonly workerFile: string;
  private readonly databaseFile: string;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private lastId = 0;

  constructor({ workerFile, databaseFile }: { workerFile: string; databaseFile: string }) {
    this.workerFile = workerFile;
    this.databaseFile = databaseFile;
  }

  search(query: SearchQuery): Promise<Result<SearchPage>> {
    return this.ask('items', query);
  }

  find(query: FindQuery): Promise<Result<FindPage>> {
    return this.ask('find', query);
  }

  prompts(query: PromptsQuery): Promise<Result<PromptsPage>> {
    return this.ask('prompts', query);
  }

  private ask<K extends AskName, T>(name: K, query: Asked<K>): Promise<Result<T>> {
    const worker = (this.worker ??= this.start());
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve: (result: Result<T>) => void) => {
      this.waiting.set(id, { answer: resolve, fail: (error) => resolve(fail(error)) });
      worker.postMessage({ id, name, query });
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.workerFile, { workerData: this.databaseFile, name: 'search' });
    let failure: unknown = new Error('the search thread ended');
    worker.on('message', ({ id, result }: { id: number; result: never }) => {
      this.waiting.get(id)?.answer(result);
      this.waiting.delete(id);
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      this.worker = null;
      for (const waiting of this.waiting.values()) waiting.fail(storeError(failure));
      this.waiting.clear();
    });
    return worker;
  }
}
