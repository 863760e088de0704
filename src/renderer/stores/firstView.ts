import { openSession } from './actions';
import { useApp } from './app';
import { useSessionList } from './sessionList';
import { behindDialog, useUi } from './ui';

/** Once, when both the settings and the list are known, and only where nothing else was asked for meanwhile. */
export function restoreLastSession(): void {
  const stops: (() => void)[] = [];
  const attempt = () => {
    const { app } = useApp.getState();
    const { ready, sessions } = useSessionList.getState();
    if (app === null || !ready) return;
    for (const stop of stops) stop();
    const last = app.settings.lastSessionId;
    if (last === null || !(last in sessions) || useUi.getState().view.view !== 'home') return;
    behindDialog(() => openSession(last));
  };
  stops.push(useApp.subscribe(attempt), useSessionList.subscribe(attempt));
}
