import { ok, type Result } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { FindPage, FindQuery, PromptsPage, PromptsQuery } from '@shared/ipc/reading';
import type { SearchHit, SearchPage, SearchQuery } from '@shared/ipc/search';
import type { Item } from '@shared/session/item';
import { holdsAll, patternOf, searchKind, snippetOf, wordsOf } from '../store/searchMatch';
import { searchText } from '../store/searchText';
import type { SearchClient } from '../store/searchClient';
import type { TranscriptLog } from '../store/transcriptLog';
import type { SessionActor } from './sessionActor';

/**
 * The search over everything: the index on its thread, and in front of it what is being said right now, which has no
 * index entry before it is settled and checkpointed.
 */
export class SearchService {
  readonly #client: SearchClient;
  readonly #actors: () => readonly SessionActor[];
  readonly #transcripts: TranscriptLog;

  constructor(client: SearchClient, transcripts: TranscriptLog, actors: () => readonly SessionActor[]) {
    this.#client = client;
    this.#transcripts = transcripts;
    this.#actors = actors;
  }

  async search(query: SearchQuery): Promise<Result<SearchPage>> {
    const live = query.before === undefined ? this.#live(query) : [];
    const page = await this.#client.search(query);
    if (!page.ok || live.length === 0) return page;
    const known = new Set(live.map(nameOf));
    const stored = page.value.hits.filter((hit) => !known.has(nameOf(hit)));
    // One page may be longer by what is live: cutting it would lose stored hits between two pages.
    return ok({ hits: [...live, ...stored], next: page.value.next });
  }

  find(query: FindQuery): Promise<Result<FindPage>> {
    this.#settle(query.sessionId);
    return this.#client.find(query);
  }

  prompts(query: PromptsQuery): Promise<Result<PromptsPage>> {
    this.#settle(query.sessionId);
    return this.#client.prompts(query);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** The thread reads the database: what is not there yet is written. A full disk is told elsewhere. */
  #settle(sessionId: SessionId): void {
    const actor = this.#actors().find(({ identity }) => identity.sessionId === sessionId);
    actor?.flush();
    actor?.journal.checkpoint();
    this.#transcripts.commitUnsynced();
  }

  #live(query: SearchQuery): SearchHit[] {
    const words = wordsOf(query.text);
    if (words.length === 0) return [];
    const pattern = patternOf(words);
    const hits: SearchHit[] = [];
    for (const actor of this.#actors()) {
      if (!passes(actor, query)) continue;
      const { sessionId } = actor.identity;
      for (const item of actor.journal.unindexed()) {
        const kind = searchKind(item);
        if (kind === null || !isWanted(item, query)) continue;
        if (query.kinds !== undefined && query.kinds.length > 0 && !query.kinds.includes(kind)) continue;
        const text = searchText(item);
        if (!holdsAll(text, words)) continue;
        hits.push({ sessionId, ordinal: item.ordinal, kind, at: item.at, snippet: snippetOf(text, pattern) });
      }
    }
    return hits.sort((a, b) => b.at - a.at).slice(0, query.limit);
  }
}

const nameOf = ({ sessionId, ordinal }: SearchHit): string => `${sessionId}:${ordinal}`;

function passes({ identity }: SessionActor, { sessionId, projectId, agentId }: SearchQuery): boolean {
  return (
    (sessionId === undefined || identity.sessionId === sessionId) &&
    (projectId === undefined || identity.projectId === projectId) &&
    (agentId === undefined || identity.agentId === agentId)
  );
}

const isWanted = ({ at }: Item, { from = -Infinity, to = Infinity }: SearchQuery): boolean => at >= from && at < to;
