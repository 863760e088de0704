import { Settings } from '@shared/settings';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from './actions';
import { setAppSnapshot, useApp } from './app';
import { restoreLastSession } from './firstView';
import { setSessionListSnapshot, useSessionList } from './sessionList';
import { openDialog, show, useUi } from './ui';

const palette = { kind: 'palette' } as const;
const NO_SESSION = { projects: [], sessions: [], unrouted: [] };

const sessions = {
  ...NO_SESSION,
  sessions: [
    {
      sessionId: 's1',
      parentId: null,
      projectId: 'p',
      agentId: 'a',
      cwd: '/x',
      title: 'One',
      status: 'idle' as const,
      atAgent: 'detached' as const,
      live: false,
      unread: false,
      pinned: false,
      archived: false,
      createdAt: 0,
      updatedAt: 1,
      turnStartedAt: null,
      waiting: [],
    },
  ],
};

function started(): void {
  setAppSnapshot({
    settings: Settings.parse({ lastSessionId: 's1' }),
    version: '0',
    platform: 'linux',
    locale: 'en',
    notices: [],
    home: '/h',
    keychain: true,
  });
}

beforeEach(() => {
  useApp.setState({ app: null });
  useSessionList.setState({ ready: false, sessions: {} });
  useUi.setState({ view: { view: 'home' }, previous: { view: 'home' }, dialog: null });
});

describe('the first view of the app', () => {
  it('comes behind the palette that somebody quick has opened before it', () => {
    restoreLastSession();
    openDialog(palette);
    started();
    setSessionListSnapshot(sessions);
    expect(useUi.getState()).toMatchObject({ view: { view: 'session', sessionId: 's1' }, dialog: palette });
  });

  it('comes behind it also where the app was started with a folder', () => {
    openDialog(palette);
    navigate({ view: 'project', projectId: 'p' });
    expect(useUi.getState()).toMatchObject({ view: { view: 'newSession', projectId: 'p' }, dialog: palette });
  });

  it('does not come where something was chosen meanwhile', () => {
    restoreLastSession();
    show({ view: 'settings', section: 'general' });
    started();
    setSessionListSnapshot(sessions);
    expect(useUi.getState().view).toEqual({ view: 'settings', section: 'general' });
  });

  it('of a folder that is opened later takes the place of all that is open', () => {
    show({ view: 'search' });
    openDialog(palette);
    navigate({ view: 'project', projectId: 'p' });
    expect(useUi.getState()).toMatchObject({ view: { view: 'newSession' }, dialog: null });
  });
});
