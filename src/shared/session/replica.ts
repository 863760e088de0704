import { roughBytes } from '../roughBytes';
import type { SessionEvent } from './event';
import type { Item } from './item';
import { reduceEvents } from './reduceSession';
import { sameValue } from './sameValue';
import type { SessionState } from './state';

/**
 * The page's copy of a session: a snapshot, the events after it, and older pages of items in front of it. It comes with
 * the window rules, which the engine uses for its own copy too.
 */

/** `gap`: events are missing, so the copy cannot go on from here and needs a new snapshot. */
export type ReplicaStep = { status: 'applied'; state: SessionState } | { status: 'gap'; state: SessionState };

/** Events come in order; those that the copy holds already (they crossed with its snapshot) are passed over. */
export function applyEvents(state: SessionState, events: readonly SessionEvent[]): ReplicaStep {
  let expected = state.seq + 1;
  for (const event of events) {
    if (event.seq > expected) return { status: 'gap', state };
    if (event.seq === expected) expected += 1;
  }
  return { status: 'applied', state: reduceEvents(state, events) };
}

/**
 * The snapshot wins whole. What it tells the same keeps the copy's references, so that a new snapshot repaints only what
 * changed. Pages in front of its window are let go: an event may have changed them meanwhile.
 */
export function applySnapshot(current: SessionState | undefined, snapshot: SessionState): SessionState {
  if (current === undefined || current.sessionId !== snapshot.sessionId) return snapshot;
  const held = new Map(current.items.map((item) => [item.ordinal, item]));
  const items = snapshot.items.map((item) => {
    const old = held.get(item.ordinal);
    return old !== undefined && old.seq === item.seq && sameValue(old, item) ? old : item;
  });
  const same = items.length === current.items.length && items.every((item, index) => item === current.items[index]);
  const kept = <K extends keyof SessionState>(key: K): SessionState[K] =>
    sameValue(current[key], snapshot[key]) ? current[key] : snapshot[key];
  return {
    ...snapshot,
    connection: kept('connection'),
    turn: kept('turn'),
    requests: kept('requests'),
    todos: kept('todos'),
    options: kept('options'),
    commands: kept('commands'),
    usage: kept('usage'),
    title: kept('title'),
    terminals: kept('terminals'),
    attachError: kept('attachError'),
    ...(snapshot.queue === undefined ? {} : { queue: kept('queue') }),
    items: same ? current.items : items,
  };
}

/** Puts an older page in front of the window. One that does not end where the window begins changes nothing. */
export function prependPage(state: SessionState, page: readonly Item[]): SessionState {
  const next = state.items[0]?.ordinal ?? state.nextOrdinal;
  const older = page.filter((item) => item.ordinal < next);
  if (older.at(-1)?.ordinal !== next - 1) return state;
  const first = older[0]?.ordinal ?? next;
  if (older.some((item, index) => item.ordinal !== first + index)) return state;
  return { ...state, items: [...older, ...state.items] };
}

/**
 * Lets the oldest items go until `maxItems` are left. What is open stays, with all that came after it: events may still
 * be folded into it without naming it.
 */
export function trimWindow(state: SessionState, maxItems: number): SessionState {
  const surplus = state.items.length - maxItems;
  if (surplus <= 0) return state;
  const firstOpen = state.items.findIndex((item) => item.open);
  const dropped = firstOpen === -1 ? surplus : Math.min(surplus, firstOpen);
  return dropped <= 0 ? state : { ...state, items: state.items.slice(dropped) };
}

/** What a first look needs, and so what is held of a session that nobody looks at: the newest items. */
const FIRST_ITEMS = 200;
const FIRST_BYTES = 512 * 1024;

/** Lets go of what a first look does not need. Items may be large, so their weight counts as well as their number. */
export function trimToFirstLook(state: SessionState): SessionState {
  return trimWindow(state, Math.min(FIRST_ITEMS, newestWithin(state.items, FIRST_BYTES)));
}

/** So much may be held of a session that somebody watches at its end, before all but a first look is let go. */
const WATCHED_ITEMS = 800;
const WATCHED_BYTES = 4 * 1024 * 1024;

/** For a day of watching: in between the window grows, so that it is not cut with every item. */
export function trimWatched(state: SessionState): SessionState {
  const { items } = state;
  const isLarge = items.length > WATCHED_ITEMS || newestWithin(items, WATCHED_BYTES) < items.length;
  return isLarge ? trimToFirstLook(state) : state;
}

/** How many of the newest items fit; at least one. */
function newestWithin(items: readonly Item[], bytes: number): number {
  let left = bytes;
  for (let count = 1; count <= items.length; count += 1) {
    left -= roughBytes(items[items.length - count]);
    if (left < 0) return Math.max(1, count - 1);
  }
  return items.length;
}
