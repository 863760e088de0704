import { useCallback, useEffect, useState } from 'react';
import { type Hit, MOST_HITS } from './blobRows';

type Find = (query: string, found: (hits: readonly Hit[]) => void, wanted: () => boolean) => Promise<void>;

export interface Hits {
  query: string;
  setQuery: (query: string) => void;
  hits: readonly Hit[];
  at: number;
  more: boolean;
  searching: boolean;
  go: (step: 1 | -1) => void;
}

/** Typing is not waited for: a search that has begun is left for the next. */
const PAUSE_MS = 120;

/** What is looked for in a long text, told as it is found. */
export function useHits(find: Find, show: (hit: Hit) => void, first = ''): Hits {
  const [query, setQuery] = useState(first);
  const [found, setFound] = useState<Found>(NONE);
  const [at, setAt] = useState(0);
  // What was found of another word says nothing of this one.
  const { hits, searching } = found.query === query ? found : { hits: NO_HITS, searching: query !== '' };

  useEffect(() => {
    if (query === '') return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      const all: Hit[] = [];
      let told = 0;
      const more = (fresh: readonly Hit[]) => {
        const [first] = fresh;
        if (all.length === 0 && first) {
          setAt(0);
          show(first);
        }
        all.push(...fresh);
        // The first is shown at once; the others are told from time to time.
        if (told === 0 || all.length > told * 2) {
          told = all.length;
          setFound({ query, hits: [...all], searching: true });
        }
      };
      void find(query, more, () => wanted).then(() => {
        if (wanted) setFound({ query, hits: all, searching: false });
      });
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [find, query, show]);

  const go = useCallback(
    (step: 1 | -1) => {
      if (hits.length === 0) return;
      const next = (at + step + hits.length) % hits.length;
      setAt(next);
      const hit = hits[next];
      if (hit) show(hit);
    },
    [at, hits, show],
  );
  return { query, setQuery, hits, at, more: hits.length >= MOST_HITS, searching, go };
}

interface Found {
  query: string;
  hits: readonly Hit[];
  searching: boolean;
}
const NO_HITS: readonly Hit[] = [];
const NONE: Found = { query: '', hits: NO_HITS, searching: false };
