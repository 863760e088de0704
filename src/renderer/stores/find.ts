import type { AppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import { Feed } from '@shared/feed';
import type { FoundItem } from '@shared/ipc/reading';
import { countMatches, findPattern, findText, holdsStored } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { create } from 'zustand';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';
import { useReplicas } from './replicas';
import { useUi } from './ui';

/**
 * The find in the session on screen. What the page holds is looked through here, at every change; what stands before it
 * by the engine, once for each text.
 */

/** One match: the `index`-th of `of` in its item. */
export interface Match {
  ordinal: number;
  index: number;
  of: number;
}

export interface FindState {
  /** null: the bar is closed; its text stays. */
  sessionId: SessionId | null;
  text: string;
  matchCase: boolean;
  /** What the engine found, before `storedTo`. */
  stored: readonly FoundItem[];
  storedTo: number;
  isLooking: boolean;
  error: AppError | null;
  at: Match | null;
  /** `at` is to be brought on screen. */
  isWanted: boolean;
  /** Grows each time somebody asks for the bar: its field takes the focus. */
  asked: number;
}

export const useFind = create<FindState>()(() => ({
  sessionId: null,
  text: '',
  matchCase: false,
  stored: [],
  storedTo: 0,
  isLooking: false,
  error: null,
  at: null,
  isWanted: false,
  asked: 0,
}));

export interface Finder {
  call: { sessions: Pick<EngineClient['call']['sessions'], 'find'> };
}

/** Somebody asks for the next match or the one before, from anywhere. */
export const findSteps = new Feed<1 | -1>();

const TYPING_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;
/** An answer to anything but the newest question is dropped. */
let questions = 0;
/** Where the focus was before the bar took it. */
let before: HTMLElement | null = null;

export function openFind(sessionId: SessionId): void {
  const state = useFind.getState();
  if (state.sessionId === null && document.activeElement instanceof HTMLElement) before = document.activeElement;
  // Over the transcript the panel would lie on the bar, too.
  useUi.setState({ panelOver: false });
  useFind.setState({ sessionId, asked: state.asked + 1 });
  if (state.sessionId !== sessionId) ask();
}

/**
 * From the bar the focus goes back to where it was; to `fallback` where that is gone. From anywhere else it stays. False:
 * the session has none; another's stays open until one is there again.
 */
export function closeFind(sessionId: SessionId, fallback: HTMLElement | null = null, stays = false): boolean {
  if (useFind.getState().sessionId !== sessionId) return false;
  clearTimeout(timer);
  questions += 1;
  useFind.setState({ sessionId: null, stored: [], at: null, isWanted: false, isLooking: false });
  const target = before !== null && before !== document.body && before.isConnected ? before : fallback;
  before = null;
  if (!stays) target?.focus({ preventScroll: true });
  return true;
}

export function setFind(change: { text?: string; matchCase?: boolean }): void {
  useFind.setState(change);
  ask();
}

/** All before the page's window, anew; `at` stays, and is looked for again. */
function ask(): void {
  clearTimeout(timer);
  questions += 1;
  const { text, matchCase } = useFind.getState();
  const isEmpty = findPattern(text, matchCase) === null;
  useFind.setState({ stored: [], storedTo: 0, error: null, isLooking: !isEmpty });
  if (!isEmpty) timer = setTimeout(() => void lookOn(), TYPING_MS);
}

/** Looks through what the page does not hold whole, and was not looked through yet. */
export async function lookOn(client: Finder = engine): Promise<void> {
  const { sessionId, text, matchCase, storedTo } = useFind.getState();
  if (sessionId === null || findPattern(text, matchCase) === null) return;
  questions += 1;
  const mine = questions;
  const before = reachOf(sessionId);
  // At once: whoever asks for it again while it is under way sees that it is.
  useFind.setState({ isLooking: true });
  for (let from: number | null = storedTo; from !== null && from < before;) {
    const page = await client.call.sessions.find({ sessionId, text, matchCase, from, before });
    if (mine !== questions) return;
    if (!page.ok) {
      useFind.setState({ isLooking: false, error: page.error });
      return;
    }
    const { found, next } = page.value;
    useFind.setState(({ stored }) => ({ stored: [...stored, ...found], storedTo: next ?? before, isLooking: true }));
    from = next;
  }
  useFind.setState({ isLooking: false, storedTo: before });
}

/** What is looked for in the session on screen; empty where nobody looks for anything there. */
export function wantedText(): string {
  const { sessionId, text } = useFind.getState();
  const { view } = useUi.getState();
  return view.view === 'session' && view.sessionId === sessionId ? text.trim() : '';
}

function reachOf(sessionId: SessionId): number {
  const state = useReplicas.getState().byId[sessionId]?.state;
  return state === undefined ? 0 : state.items.length === 0 ? state.nextOrdinal : engineReach(state.items);
}

/** Up to where the engine has to look: the page's window, and in it what is over 64 KB, of which a page has the beginning. */
export function engineReach(items: readonly Item[]): number {
  const last = items.findLast(isCut);
  return last === undefined ? (items[0]?.ordinal ?? 0) : last.ordinal + 1;
}

const cut = new WeakMap<Item, boolean>();

function isCut(item: Item): boolean {
  const known = cut.get(item) ?? holdsStored(item);
  cut.set(item, known);
  return known;
}

/** An item says the same as long as it is the same object. */
const counts = new WeakMap<Item, { of: string; count: number }>();

export function foundIn(items: readonly Item[], pattern: RegExp): FoundItem[] {
  const of = `${pattern.flags}${pattern.source}`;
  const found: FoundItem[] = [];
  for (const item of items) {
    let known = counts.get(item);
    if (known?.of !== of) {
      known = { of, count: countMatches(findText(item), pattern) };
      counts.set(item, known);
    }
    if (known.count > 0) found.push({ ordinal: item.ordinal, count: known.count });
  }
  return found;
}

/** What the engine found before the window, then what stands in it; of large parts what the engine found, which reads all of them. */
export function joinFound(
  stored: readonly FoundItem[],
  items: readonly Item[],
  pattern: RegExp,
  storedTo = 0,
): readonly FoundItem[] {
  const start = items[0]?.ordinal ?? Infinity;
  const known = new Map(stored.map((one) => [one.ordinal, one]));
  const isKnown = (item: Item) => item.ordinal < storedTo && isCut(item);
  const whole = items.filter(isKnown).flatMap(({ ordinal }) => known.get(ordinal) ?? []);
  const here = foundIn(
    items.filter((item) => !isKnown(item)),
    pattern,
  );
  const inWindow = whole.length === 0 ? here : [...here, ...whole].sort((a, b) => a.ordinal - b.ordinal);
  return [...stored.filter(({ ordinal }) => ordinal < start), ...inWindow];
}

export const totalOf = (found: readonly FoundItem[]): number => found.reduce((sum, { count }) => sum + count, 0);

/** Counted from 1; 0: `at` is none of them. */
export function positionOf(found: readonly FoundItem[], at: Match | null): number {
  let passed = 0;
  for (const { ordinal, count } of found) {
    if (ordinal === at?.ordinal) return passed + Math.min(at.index, count - 1) + 1;
    passed += count;
  }
  return 0;
}

/** The first at `ordinal` or after it; the last of all where there is none. */
export function nearest(found: readonly FoundItem[], ordinal: number): Match | null {
  const after = found.find((one) => one.ordinal >= ordinal);
  if (after !== undefined) return { ordinal: after.ordinal, index: 0, of: after.count };
  const last = found.at(-1);
  return last === undefined ? null : { ordinal: last.ordinal, index: last.count - 1, of: last.count };
}

/** The next or the one before, round the ends. */
export function stepped(found: readonly FoundItem[], at: Match, by: 1 | -1): Match | null {
  const total = totalOf(found);
  if (total === 0) return null;
  const position = positionOf(found, at);
  if (position === 0) return nearest(found, at.ordinal);
  let wanted = (position - 1 + by + total) % total;
  for (const { ordinal, count } of found) {
    if (wanted < count) return { ordinal, index: wanted, of: count };
    wanted -= count;
  }
  return null;
}

export const goToMatch = (at: Match | null): void => useFind.setState({ at, isWanted: at !== null });
export const matchShown = (): void => useFind.setState({ isWanted: false });
