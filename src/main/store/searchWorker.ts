import { parentPort, workerData } from 'node:worker_threads';
import { fail, ok, type Result } from '@shared/errors';
import { Database, storeError } from './database';
import type { SearchPage, SearchQuery } from '@shared/ipc/search';
import { searchItems } from './search';

/**
 * Entry of the search thread: a query over 500 MB of transcripts must not stand in the way of a stream. `workerData` is the
 * database's path; the connection is its own and can only read.
 */

export interface SearchRequest {
  id: number;
  query: SearchQuery;
}

export interface SearchAnswer {
  id: number;
  result: Result<SearchPage>;
}

const database = new Database(String(workerData), { readOnly: true });

parentPort?.on('message', ({ id, query }: SearchRequest) => {
  let result: Result<SearchPage>;
  try {
    result = ok(searchItems(database, query));
  } catch (thrown) {
    result = fail(storeError(thrown));
  }
  parentPort?.postMessage({ id, result } satisfies SearchAnswer);
});
