import type { SnippetPart } from '@shared/ipc/search';
import fuzzysort from 'fuzzysort';

/** One thing that the palette can go to or do. `words` is what is searched. */
export interface PaletteEntry {
  key: string;
  kind: 'session' | 'text' | 'command' | 'search';
  title: string;
  detail: string;
  words: string;
  keys?: string;
  /** Of a text hit: the title in parts, those that match marked. */
  snippet?: readonly SnippetPart[];
  run: () => void;
}

const SHOWN = 50;

/** Without a query: as given. With one: the best first, sessions and commands each among themselves. */
export function findEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = query.trim();
  const found =
    wanted === ''
      ? [...entries]
      : fuzzysort.go(wanted, entries, { key: 'words', threshold: 0.25, limit: SHOWN }).map((result) => result.obj);
  const sessions = found.filter((entry) => entry.kind === 'session').slice(0, SHOWN);
  return [...sessions, ...found.filter((entry) => entry.kind === 'command')];
}
