import { beforeEach, describe, expect, it } from 'vitest';
import { closeRecent, followVisits, recentSessions, stepRecent, useRecent } from './recent';
import { clearSelection, keepSelected, selectAll, selectTo, toggleSelected, useSelection } from './selection';
import { setSessionListSnapshot } from './sessionList';
import { show, useUi } from './ui';
import { sessionRow } from '../testing/listRows';

const session = (sessionId: string, updatedAt: number, archived = false) =>
  sessionRow(sessionId, { projectId: 'p', atAgent: 'detached', updatedAt, archived });

describe('the switcher', () => {
  followVisits();
  beforeEach(() => {
    setSessionListSnapshot({
      projects: [],
      sessions: [session('a', 1), session('b', 2), session('c', 3), session('gone', 4, true)],
      unrouted: [],
    });
    useRecent.setState({ visited: [], switcher: null });
    useUi.setState({ view: { view: 'home' }, dialog: null });
  });
  const chosen = () => {
    const { switcher } = useRecent.getState();
    return switcher?.sessionIds[switcher.at];
  };

  it('lists those that were on screen first, the last one at the top, then the others by their last use', () => {
    for (const sessionId of ['a', 'b', 'a']) show({ view: 'session', sessionId });
    stepRecent(1, true);
    expect(useRecent.getState().switcher?.sessionIds).toEqual(['a', 'b', 'c']);
  });

  it('begins with the one before this, goes on with each step, round and back', () => {
    for (const sessionId of ['b', 'a']) show({ view: 'session', sessionId });
    stepRecent(1, true);
    expect(chosen()).toBe('b');
    stepRecent(1, true);
    expect(chosen()).toBe('c');
    stepRecent(1, true);
    expect(chosen()).toBe('a');
    stepRecent(-1, true);
    expect(chosen()).toBe('c');
    closeRecent();
    stepRecent(-1, true);
    expect(chosen()).toBe('c');
  });

  it('begins with the newest where no session is on screen, and shows nothing where there is none', () => {
    stepRecent(1, false);
    expect(chosen()).toBe('c');
    closeRecent();
    setSessionListSnapshot({ projects: [], sessions: [], unrouted: [] });
    stepRecent(1, false);
    expect(useRecent.getState().switcher).toBeNull();
  });

  it('knows of no session that is gone or archived', () => {
    expect(recentSessions({ a: session('a', 1), gone: session('gone', 9, true) }, ['deleted', 'gone', 'a'])).toEqual([
      'a',
    ]);
  });
});

describe('the selection', () => {
  const keys = ['a', 'b', 'c', 'd'];
  beforeEach(clearSelection);
  const selected = () => [...useSelection.getState().selected];

  it('takes a stretch from where it began, either way, and single ones', () => {
    toggleSelected('b');
    selectTo('d', keys, null);
    expect(selected()).toEqual(['b', 'c', 'd']);
    selectTo('a', keys, null);
    expect(selected()).toEqual(['a', 'b']);
    toggleSelected('d');
    toggleSelected('a');
    expect(selected()).toEqual(['b', 'd']);
  });

  it('begins a stretch at the row on screen where nothing was chosen', () => {
    selectTo('c', keys, 'b');
    expect(selected()).toEqual(['b', 'c']);
  });

  it('drops what is not in the list any more', () => {
    selectAll(keys);
    keepSelected(new Set(['a', 'd']));
    expect(selected()).toEqual(['a', 'd']);
  });
});
