import { useSyncExternalStore } from 'react';

/**
 * The page's one clock. It ticks once a second while somebody listens and the window can be seen; a component renders
 * again only when the text that it makes of the time changes.
 */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function follow(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted && timer === undefined) {
    timer = setInterval(tick, 1000);
  } else if (!wanted && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  follow();
  return () => {
    listeners.delete(listener);
    follow();
  };
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    follow();
    if (document.visibilityState === 'visible') tick();
  });
}

/** `text` makes a primitive of the time (ms since the epoch); the component renders when it changes. */
export function useClock<T extends string | number | boolean | null>(text: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => text(now));
}
