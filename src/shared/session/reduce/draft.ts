import type { Item } from '../item';
import { isTurnOpen, type SessionState } from '../state';
import { settledItem } from './settledItem';

/** What of an event every fold needs. */
export interface Stamp {
  seq: number;
  /** Milliseconds since the epoch. */
  at: number;
}

type WithoutBase<T> = T extends Item ? Omit<T, 'ordinal' | 'turnId' | 'at' | 'endedAt' | 'seq'> : never;
/** An item before it has its place. `open: false` means that it came settled. */
export type NewItem = WithoutBase<Item>;

/**
 * A session while events are folded into it: the folds write here and nobody else sees it, so that a batch of events
 * copies the items array once instead of once an event (a page that has paged back holds 10,000 items). Items
 * themselves are never written to: who changes one puts a new object in its place.
 */
export class Draft {
  readonly state: SessionState;
  /** The draft of the session around it, where this is what happens inside a subtask: requests stand there. */
  readonly outer: Draft | null;
  #own: Item[] | null = null;

  constructor(base: SessionState, outer: Draft | null = null) {
    this.outer = outer;
    this.state = { ...base };
  }

  get items(): readonly Item[] {
    return this.state.items;
  }

  /** The open turn's id; null when none is open. */
  get turnId(): string | null {
    return isTurnOpen(this.state.turn) ? this.state.turn.turnId : null;
  }

  /** The message or thought that text still flows into. Whatever is added closes it, so it can only be the last item. */
  get openText(): Extract<Item, { kind: 'message' | 'thought' }> | undefined {
    const last = this.items.at(-1);
    return last !== undefined && last.open && (last.kind === 'message' || last.kind === 'thought') ? last : undefined;
  }

  put(index: number, item: Item): void {
    this.#writable()[index] = item;
  }

  /** Gives the item its place, after the open text was closed. */
  add(item: NewItem, { seq, at }: Stamp): void {
    this.closeText({ seq, at });
    const ordinal = this.state.nextOrdinal;
    const { turnId } = this;
    // New members stand before the spread, here and in the folds: V8 11 gives each object that gains members after it
    // a hidden class of its own, and looking through a window of those takes thirty times as long.
    this.#writable().push(
      item.open ? { ordinal, turnId, at, seq, ...item } : { ordinal, turnId, at, seq, endedAt: at, ...item },
    );
    this.state.nextOrdinal += 1;
  }

  closeText(stamp: Stamp): void {
    const text = this.openText;
    if (text !== undefined) this.put(this.items.length - 1, settledItem(text, stamp, 'cancelled'));
  }

  clearItems(): void {
    this.#own = [];
    this.state.items = this.#own;
  }

  #writable(): Item[] {
    if (this.#own === null) {
      this.#own = this.state.items.slice();
      this.state.items = this.#own;
    }
    return this.#own;
  }
}

/** Where the item with this ordinal stands; -1 when the window does not hold it. The window has no gaps. */
export function indexOfOrdinal(items: readonly Item[], ordinal: number): number {
  const first = items[0];
  if (first === undefined) return -1;
  const index = ordinal - first.ordinal;
  return items[index]?.ordinal === ordinal ? index : -1;
}
