import type { SessionId } from '@shared/ids';
import type { SessionSummary } from '@shared/session/summary';
import { create } from 'zustand';
import { openSession } from './actions';
import { useSessionList } from './sessionList';
import { focusComposer, useUi } from './ui';

/** The switcher (Ctrl+Tab): sessions in the order in which they were on screen last, and which of them is chosen. */
export interface RecentState {
  /** On screen last comes first. */
  visited: readonly SessionId[];
  switcher: { sessionIds: readonly SessionId[]; at: number; held: boolean } | null;
}

export const useRecent = create<RecentState>()(() => ({ visited: [], switcher: null }));

const SHOWN = 12;

/** Follows what is on screen, once for the life of the page. */
export function followVisits(): void {
  useUi.subscribe(({ view }, before) => {
    if (view === before.view || view.view !== 'session') return;
    const { sessionId } = view;
    useRecent.setState(({ visited }) => ({
      visited: [sessionId, ...visited.filter((other) => other !== sessionId)].slice(0, 100),
    }));
  });
}

/** Those that were on screen, then the others by their last use. */
export function recentSessions(
  sessions: Readonly<Record<string, SessionSummary>>,
  visited: readonly SessionId[],
): SessionId[] {
  const here = visited.filter((sessionId) => sessions[sessionId]?.archived === false);
  const known = new Set(here);
  const others = Object.values(sessions)
    .filter((session) => !session.archived && !known.has(session.sessionId))
    .sort((a, b) => b.updatedAt - a.updatedAt);
  return [...here, ...others.map(({ sessionId }) => sessionId)].slice(0, SHOWN);
}

/** `held`: by keys that are held down, whose release takes the chosen one. Opens it, or goes on by one. */
export function stepRecent(by: 1 | -1, held: boolean): void {
  const { switcher, visited } = useRecent.getState();
  if (switcher !== null) {
    const count = switcher.sessionIds.length;
    return useRecent.setState({ switcher: { ...switcher, at: (switcher.at + by + count) % count } });
  }
  // What is asked there comes first.
  if (useUi.getState().dialog !== null) return;
  const sessionIds = recentSessions(useSessionList.getState().sessions, visited);
  if (sessionIds.length === 0) return;
  const { view } = useUi.getState();
  // Where the first one is on screen, the step leads away from it.
  const first = view.view === 'session' && view.sessionId === sessionIds[0] ? 1 : 0;
  const at = (by === 1 ? first : sessionIds.length - 1) % sessionIds.length;
  useRecent.setState({ switcher: { sessionIds, at, held } });
}

export const chooseRecent = (at: number): void =>
  useRecent.setState(({ switcher }) => ({ switcher: switcher && { ...switcher, at } }));

export const closeRecent = (): void => useRecent.setState({ switcher: null });

export function takeRecent(): void {
  const { switcher } = useRecent.getState();
  closeRecent();
  const sessionId = switcher?.sessionIds[switcher.at];
  if (sessionId === undefined) return;
  openSession(sessionId);
  focusComposer();
}
