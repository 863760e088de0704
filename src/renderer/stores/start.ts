import { setLocale } from '../i18n/i18n';
import { engine, listenForPort } from '../ipc/engine';
import { navigate } from './actions';
import { applyAgentsFrames, setAgentsSnapshot } from './agents';
import { applyAppFrames, setAppSnapshot, setConnected, useApp } from './app';
import { setFailure } from './failure';
import { flushPlaces } from './readingPlaces';
import { flushDrafts } from './drafts';
import { holdFirstSession } from './firstSession';
import { FirstWords } from './firstWords';
import { restoreLastSession } from './firstView';
import { followVisits } from './recent';
import { applySessionListFrames, setSessionListSnapshot } from './sessionList';
import { applySignInsFrames, setSignInsSnapshot } from './signIns';
import { applyTheme } from './theme';
import { useUi } from './ui';

/**
 * Wires the streams to the stores, and the stores to the window, once for the life of the page. Resolves when there is
 * something to show: what the engine says first, or why there is no engine.
 */
export function startStores(): Promise<void> {
  const first = new FirstWords();
  holdFirstSession();
  engine.onConnection(setConnected);
  engine.subscribe(
    'app',
    {},
    first.of({
      snapshot: setAppSnapshot,
      frames: (frames) => {
        applyAppFrames(frames);
        for (const frame of frames) if (frame.type === 'navigate') navigate(frame.to);
      },
    }),
  );
  engine.subscribe('sessionList', {}, first.of({ snapshot: setSessionListSnapshot, frames: applySessionListFrames }));
  engine.subscribe('signIns', {}, first.of({ snapshot: setSignInsSnapshot, frames: applySignInsFrames }));
  engine.subscribe('agents', {}, first.of({ snapshot: setAgentsSnapshot, frames: applyAgentsFrames }));
  useApp.subscribe(({ app }) => {
    if (app === null) return;
    applyTheme(app.settings.theme);
    setLocale(app.locale);
  });
  restoreLastSession();
  followVisits();
  tellLook();
  window.addEventListener('pagehide', flushDrafts);
  window.addEventListener('pagehide', flushPlaces);
  listenForPort((failure) => {
    setFailure(failure);
    if (failure === null) return;
    setLocale(failure.locale);
    first.close();
  });
  return first.told;
}

/** Says which session a person really has before the eyes, so that it is not marked unread. */
function tellLook(): void {
  let told: string | null | undefined;
  const look = () => {
    const { view } = useUi.getState();
    const seen = document.hasFocus() && document.visibilityState === 'visible';
    const sessionId = seen && view.view === 'session' ? view.sessionId : null;
    if (sessionId === told) return;
    told = sessionId;
    void engine.call.sessions.look({ sessionId });
  };
  useUi.subscribe(look);
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  engine.onConnection((connected) => {
    // A new engine knows nothing of what is on screen.
    told = undefined;
    if (connected) look();
  });
}
