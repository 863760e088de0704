import { useSyncExternalStore } from 'react';
import { engine } from '../ipc/engine';
import { useApp } from './app';
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

export function usePanel(): { open: boolean; over: boolean } {
  const over = useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
  const wanted = useApp((state) => state.app?.settings.panelOpen ?? true);
  const asked = useUi((state) => state.panelOver);
  return { open: over ? asked : wanted, over };
}

export function togglePanel(): void {
  if (narrow?.matches) {
    useUi.setState((state) => ({ panelOver: !state.panelOver }));
    return;
  }
  const panelOpen = useApp.getState().app?.settings.panelOpen ?? true;
  void report(engine.call.settings.set({ panelOpen: !panelOpen }));
}
