import { useSyncExternalStore } from 'react';
import { engine } from '../ipc/engine';
import { useApp } from './app';
import { putFileAway } from './filePane';
import { report } from './report';
import { useUi } from './ui';

/**
 * The session panel stands beside the transcript as the settings say. In a narrow window there is no room beside it: it
 * lies over the transcript there, and only while it is asked for.
 */
const narrow = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 940px)');

function subscribe(listener: () => void): () => void {
  narrow?.addEventListener('change', listener);
  return () => narrow?.removeEventListener('change', listener);
}

/** `open`: whether it would be seen, were no file in its place. */
export function usePanel(): { open: boolean; over: boolean } {
  const over = useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
  const wanted = useApp((state) => state.app?.settings.panelOpen ?? true);
  const asked = useUi((state) => state.panelOver);
  return { open: over ? asked : wanted, over };
}

/** A file that stands in the panel's place makes room for it. */
export function togglePanel(): void {
  const { view } = useUi.getState();
  if (view.view === 'session' && putFileAway(view.sessionId)) return setPanel(true);
  const wanted = useApp.getState().app?.settings.panelOpen ?? true;
  setPanel(!(narrow?.matches ? useUi.getState().panelOver : wanted));
}

function setPanel(open: boolean): void {
  if (narrow?.matches) {
    useUi.setState({ panelOver: open });
    return;
  }
  void report(engine.call.settings.set({ panelOpen: open }));
}
