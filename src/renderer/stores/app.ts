import type { AppFrame, AppNotice, AppSnapshot } from '@shared/ipc/views';
import { create } from 'zustand';

export interface AppState {
  /** Null until the engine's first word. */
  app: Omit<AppSnapshot, 'notices'> | null;
  notices: readonly AppNotice[];
  connected: boolean;
}

export const useApp = create<AppState>()(() => ({ app: null, notices: [], connected: false }));

export const setConnected = (connected: boolean): void => useApp.setState({ connected });

export function setAppSnapshot({ notices, ...app }: AppSnapshot): void {
  useApp.setState({ app, notices });
}

/** `navigate` frames are not state: see stores/start. */
export function applyAppFrames(frames: readonly AppFrame[]): void {
  useApp.setState((state) => {
    let { app, notices } = state;
    for (const frame of frames) {
      if (frame.type === 'settings' && app !== null) {
        app = { ...app, settings: frame.settings, locale: frame.locale };
      } else if (frame.type === 'notice') {
        notices = [...notices.filter((notice) => notice.at !== frame.notice.at), frame.notice];
      } else if (frame.type === 'notice.dropped') {
        notices = notices.filter((notice) => notice.at !== frame.at);
      }
    }
    return { app, notices };
  });
}

export const dropNotice = (at: number): void =>
  useApp.setState((state) => ({ notices: state.notices.filter((notice) => notice.at !== at) }));
