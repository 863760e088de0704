import { useSyncExternalStore } from 'react';

/**
 * The page's one clock. It ticks while somebody listens and the window can be seen; a component renders again only when
 * the text that it makes of the time changes. Ages change once a minute, all of them together: a window in which nothing
 * happens is painted once a minute, not at another second for each of its rows.
 */
type Pace = 'second' | 'minute';

const PACES: readonly { pace: Pace; ms: number }[] = [
  { pace: 'second', ms: 1000 },
  { pace: 'minute', ms: 60_000 },
];

const listeners: Readonly<Record<Pace, Set<() => void>>> = { second: new Set(), minute: new Set() };
const timers: Partial<Record<Pace, ReturnType<typeof setInterval>>> = {};
let now = Date.now();

function tick(pace: Pace): void {
  now = Date.now();
  for (const listener of listeners[pace]) listener();
}

function follow({ pace, ms }: (typeof PACES)[number]): void {
  const wanted = listeners[pace].size > 0 && document.visibilityState === 'visible';
  if (wanted) {
    timers[pace] ??= setInterval(() => tick(pace), ms);
  } else {
    clearInterval(timers[pace]);
    timers[pace] = undefined;
  }
}

const followAll = () => PACES.forEach(follow);

/** Calls `listener` at that pace until the returned function is called. */
export function listenToClock(pace: Pace, listener: () => void): () => void {
  // What was read last may be a minute old.
  if (listeners.second.size === 0) now = Date.now();
  listeners[pace].add(listener);
  followAll();
  return () => {
    listeners[pace].delete(listener);
    followAll();
  };
}

const listenBy: Readonly<Record<Pace, (listener: () => void) => () => void>> = {
  second: (listener) => listenToClock('second', listener),
  minute: (listener) => listenToClock('minute', listener),
};

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    followAll();
    if (document.visibilityState === 'visible') for (const { pace } of PACES) tick(pace);
  });
}

/** `text` makes a primitive of the time (ms since the epoch); the component renders when it changes. */
export function useClock<T extends string | number | boolean | null>(
  text: (now: number) => T,
  pace: Pace = 'second',
): T {
  return useSyncExternalStore(listenBy[pace], () => text(now));
}
