import { parentPort, workerData } from 'node:worker_threads';
import { fail, ok, type Result } from '@shared/errors';
import { Database, storeError } from './database';
import { searchItems } from './search';
import { findInSession, listPrompts } from './sessionReading';

/**
 * Entry of the search thread: a query over 500 MB of transcripts must not stand in the way of a stream. `workerData` is the
 * database's path; the connection is its own and can only read.
 */

/** What can be asked. */
const asks = { items: searchItems, find: findInSession, prompts: listPrompts };
type Asks = typeof asks;
export type AskName = keyof Asks;
export type Asked<K extends AskName> = Parameters<Asks[K]>[1];
export type Answered<K extends AskName> = ReturnType<Asks[K]>;

export type SearchRequest = { [K in AskName]: { id: number; name: K; query: Asked<K> } }[AskName];

export interface SearchAnswer {
  id: number;
  result: Result<Answered<AskName>>;
}

const database = new Database(String(workerData), { readOnly: true });

function answer(request: SearchRequest): Answered<AskName> {
  switch (request.name) {
    case 'items':
      return asks.items(database, request.query);
    case 'find':
      return asks.find(database, request.query);
    case 'prompts':
      return asks.prompts(database, request.query);
  }
}

parentPort?.on('message', (request: SearchRequest) => {
  let result: SearchAnswer['result'];
  try {
    result = ok(answer(request));
  } catch (thrown) {
    result = fail(storeError(thrown));
  }
  parentPort?.postMessage({ id: request.id, result } satisfies SearchAnswer);
});
