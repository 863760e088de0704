import type { AppError } from '@shared/errors';
import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import type { SearchHit, SearchKind, SearchQuery } from '@shared/ipc/search';
import { create } from 'zustand';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';
import { show, useUi } from './ui';

/** The search over everything: what is asked and what was found stays while one looks at a hit. */

export type SearchTime = 'any' | 'day' | 'week' | 'month' | 'year' | 'range';

export interface SearchFilters {
  agentId: AgentId | null;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  kinds: readonly SearchKind[];
  time: SearchTime;
  /** Days as `2025-12-31`, with `time: 'range'`; empty: without that end. */
  from: string;
  to: string;
}

export const NO_FILTERS: SearchFilters = {
  agentId: null,
  projectId: null,
  sessionId: null,
  kinds: [],
  time: 'any',
  from: '',
  to: '',
};

export interface SearchState {
  text: string;
  filters: SearchFilters;
  /** The session that one came from, offered as a filter. */
  offered: SessionId | null;
  hits: readonly SearchHit[];
  /** Where it goes on; null: all was looked through. */
  next: number | null;
  /** What `hits` are of; null before the first. */
  shownFor: string | null;
  isSearching: boolean;
  error: AppError | null;
  chosen: number;
}

export const useSearch = create<SearchState>()(() => ({
  text: '',
  filters: NO_FILTERS,
  offered: null,
  hits: [],
  next: null,
  shownFor: null,
  isSearching: false,
  error: null,
  chosen: 0,
}));

const TYPING_MS = 120;
const PAGE = 40;
/** A filter may pass over nearly everything: so many hits are looked for before the person is asked to go on. */
const ENOUGH = 20;

const DAY_MS = 86_400_000;
const DAYS: Partial<Record<SearchTime, number>> = { day: 1, week: 7, month: 30, year: 365 };

let timer: ReturnType<typeof setTimeout> | undefined;
/** Counts what was asked: an answer to anything but the newest is dropped. */
let asked = 0;

/** Opens the page; `sessionId` limits it to that session, and the one on screen is offered. */
export function openSearch(given: { text?: string; sessionId?: SessionId } = {}): void {
  const { view } = useUi.getState();
  const here = view.view === 'session' ? view.sessionId : null;
  const { text, filters, offered } = useSearch.getState();
  const sessionId =
    given.sessionId ?? (filters.sessionId === here || view.view === 'search' ? filters.sessionId : null);
  useSearch.setState({ offered: given.sessionId ?? here ?? offered });
  if (view.view !== 'search') show({ view: 'search' });
  setSearch({ text: given.text ?? text, filters: { ...filters, sessionId } });
}

export function setSearch(change: { text?: string; filters?: SearchFilters }): void {
  const { text, filters } = useSearch.getState();
  const next = { text: change.text ?? text, filters: change.filters ?? filters };
  useSearch.setState(next);
  clearTimeout(timer);
  asked += 1;
  if (next.text.trim() === '') {
    useSearch.setState({ hits: [], next: null, shownFor: null, isSearching: false, error: null, chosen: 0 });
    return;
  }
  useSearch.setState({ isSearching: true });
  timer = setTimeout(() => void run(null), TYPING_MS);
}

/** The page after what is shown. */
export async function searchOn(client: EngineClient = engine): Promise<void> {
  const { next, isSearching } = useSearch.getState();
  if (next === null || isSearching) return;
  asked += 1;
  useSearch.setState({ isSearching: true });
  await run(next, client);
}

export const choose = (chosen: number): void => useSearch.setState({ chosen });

async function run(before: number | null, client: EngineClient = engine): Promise<void> {
  const mine = asked;
  const { text, filters } = useSearch.getState();
  const found: SearchHit[] = before === null ? [] : [...useSearch.getState().hits];
  const wanted = found.length + ENOUGH;
  let from = before;
  for (;;) {
    const page = await client.call.search.items(queryOf(text, filters, from, Date.now()));
    if (mine !== asked) return;
    if (!page.ok) {
      useSearch.setState({ isSearching: false, error: page.error });
      return;
    }
    const known = new Set(found.map(nameOf));
    found.push(...page.value.hits.filter((hit) => !known.has(nameOf(hit))));
    from = page.value.next;
    const isOver = from === null || found.length >= wanted;
    useSearch.setState((state) => ({
      hits: [...found],
      next: from,
      shownFor: text.trim(),
      isSearching: !isOver,
      error: null,
      chosen: before === null ? 0 : state.chosen,
    }));
    if (isOver) return;
  }
}

export const nameOf = ({ sessionId, ordinal }: SearchHit): string => `${sessionId}:${ordinal}`;

/** The filters as the engine takes them; the page's clock says what "the last week" is. */
export function queryOf(text: string, filters: SearchFilters, before: number | null, now: number): SearchQuery {
  const { agentId, projectId, sessionId, kinds, time } = filters;
  const days = DAYS[time];
  const from = time === 'range' ? startOfDay(filters.from) : days === undefined ? null : now - days * DAY_MS;
  // To the end of that day.
  const to = time === 'range' ? startOfDay(filters.to, 1) : null;
  return {
    text: text.trim().slice(0, 1000),
    limit: PAGE,
    ...(before === null ? {} : { before }),
    ...(agentId === null ? {} : { agentId }),
    ...(projectId === null ? {} : { projectId }),
    ...(sessionId === null ? {} : { sessionId }),
    ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

/** Of a day in the person's own time zone; null where it is no day. */
function startOfDay(day: string, daysLater = 0): number | null {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day);
  if (parts === null) return null;
  const [, year, month, date] = parts.map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + daysLater).getTime();
}
