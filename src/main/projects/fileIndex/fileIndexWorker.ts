import { parentPort, workerData } from 'node:worker_threads';
import { FileIndex, type FileHits, type FileQuery } from './fileIndex';

/**
 * Entry of the thread that knows the files of projects: to list and to search 100,000 paths must not stand in the way of a
 * stream. `workerData` is the environment in which git is looked for.
 */

export interface FileQuestion extends FileQuery {
  id: number;
}

export interface FileAnswer {
  id: number;
  hits: FileHits | null;
  /** Why there are none. */
  message: string;
}

const index = new FileIndex(() => Date.now(), workerData);

parentPort?.on('message', ({ id, ...query }: FileQuestion) => {
  const answer = (hits: FileHits | null, message: string): void =>
    parentPort?.postMessage({ id, hits, message } satisfies FileAnswer);
  index.find(query).then(
    (hits) => answer(hits, ''),
    (thrown: unknown) => answer(null, thrown instanceof Error ? thrown.message : String(thrown)),
  );
});
