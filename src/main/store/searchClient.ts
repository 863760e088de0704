import { Worker } from 'node:worker_threads';
import { fail, type Result } from '@shared/errors';
import { storeError } from './database';
import type { SearchPage, SearchQuery } from '@shared/ipc/search';
import type { SearchAnswer, SearchRequest } from './searchWorker';

type Waiting = (result: Result<SearchPage>) => void;

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
    const worker = (this.worker ??= this.start());
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      worker.postMessage({ id, query } satisfies SearchRequest);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.workerFile, { workerData: this.databaseFile, name: 'search' });
    let failure: unknown = new Error('the search thread ended');
    worker.on('message', ({ id, result }: SearchAnswer) => {
      this.waiting.get(id)?.(result);
      this.waiting.delete(id);
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      this.worker = null;
      for (const resolve of this.waiting.values()) resolve(fail(storeError(failure)));
      this.waiting.clear();
    });
    return worker;
  }
}
