import type { SearchHit } from '@shared/ipc/search';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { goToItem } from '../../stores/actions';
import { useSessionList } from '../../stores/sessionList';
import type { PaletteEntry } from './paletteEntries';

const TYPING_MS = 120;
const SHOWN = 12;
const NONE: { hits: readonly SearchHit[] } = { hits: [] };

/** What was said in any session and holds the words of the query, newest first; empty for less than two characters. */
export function useTextHits(query: string): PaletteEntry[] {
  const { t } = useTranslation();
  const sessions = useSessionList((state) => state.sessions);
  const [found, setFound] = useState(NONE);
  const text = query.trim();
  const isLong = text.length >= 2;
  // Those of the last query stay until the next come, so that the list does not jump while one types.
  const { hits } = isLong ? found : NONE;

  useEffect(() => {
    if (!isLong) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void engine.call.search.items({ text, limit: SHOWN }).then((page) => {
        // A search that fails leaves the palette with what it finds by names.
        if (wanted) setFound({ hits: page.ok ? page.value.hits : [] });
      });
    }, TYPING_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, isLong]);

  return useMemo(
    () =>
      hits.flatMap((hit): PaletteEntry[] => {
        const session = sessions[hit.sessionId];
        if (session === undefined) return [];
        const run = () => {
          goToItem(hit.sessionId, hit.ordinal);
        };
        const title = hit.snippet.map((part) => part.text).join('');
        const detail = session.title ?? t('sidebar.untitled');
        return [
          { key: `${hit.sessionId}:${hit.ordinal}`, kind: 'text', title, detail, words: '', snippet: hit.snippet, run },
        ];
      }),
    [hits, sessions, t],
  );
}
