import { AppFailure, ok, type Result } from '@shared/errors';
import { Feed } from '@shared/feed';
import type { RequestId } from '@shared/ids';
import type { SessionEvent, SessionEventBody } from '@shared/session/event';
import type { Item } from '@shared/session/item';
import { reduceEvents } from '@shared/session/reduceSession';
import type { SessionRequest } from '@shared/session/request';
import { prependPage, trimToFirstLook, trimWindow } from '@shared/session/replica';
import { isTurnOpen, type SessionHead, type SessionState } from '@shared/session/state';
import type { SessionContext } from './sessionContext';

/** Events after which a checkpoint is due at once, and how long it may wait otherwise. */
const CHECKPOINT_EVENTS = 200;
const CHECKPOINT_MS = 2000;

/**
 * The one writer of a session: gives events their numbers, folds them, keeps them, and publishes them, in this order
 * and nowhere else (DESIGN section 2).
 */
export class Journal {
  readonly events = new Feed<SessionEvent>();
  readonly #context: SessionContext;
  #state: SessionState;
  #hasOlder: boolean;
  /** The window was let go of (see `cool`). */
  #isCold = false;
  /** Everything up to this seq is in head and items on disk. */
  #checkpointSeq: number;
  #sinceCheckpoint = 0;
  /** Items outside the window that an event rewrote; written with the next checkpoint. */
  readonly #outside = new Map<number, Item>();
  /** Items outside the window that show a terminal which still ran when they left it; its output goes into them on. */
  readonly #terminalsOutside = new Map<string, number[]>();
  #stopTimer: (() => void) | null = null;

  private constructor(context: SessionContext, state: SessionState, hasOlder: boolean, checkpointSeq: number) {
    this.#context = context;
    this.#state = state;
    this.#hasOlder = hasOlder;
    this.#checkpointSeq = checkpointSeq;
  }

  /** From the store: head and newest page, then the events after it. */
  static open(context: SessionContext, sessionId: string): Result<Journal> {
    const stored = context.transcripts.load(sessionId);
    if (!stored.ok) return stored;
    const { head, events } = stored.value;
    let { items, hasOlder } = stored.value;
    while (hasOlder && !holdsAllOpen(head, items)) {
      const older = context.transcripts.page(sessionId, { before: items[0]?.ordinal ?? head.nextOrdinal });
      if (!older.ok) return older;
      items = [...older.value.items, ...items];
      hasOlder = older.value.hasOlder;
    }
    const journal = new Journal(context, { ...head, items }, hasOlder, head.seq);
    journal.#fold(events);
    journal.#sinceCheckpoint = events.length;
    return ok(journal);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Are there items before the window? */
  get hasOlder(): boolean {
    return this.#hasOlder;
  }

  /** A request of any age: from the window, or from the store where it has left that. */
  request(requestId: RequestId): SessionRequest | undefined {
    const { items, sessionId } = this.#state;
    for (const item of items) if (item.kind === 'request' && item.request.requestId === requestId) return item.request;
    return this.#context.transcripts.request(sessionId, requestId);
  }

  /** An item before the window, as it was folded last. */
  older(ordinal: number): Item | undefined {
    return this.#outside.get(ordinal) ?? this.#context.transcripts.item(this.#state.sessionId, ordinal);
  }

  /** What the search index does not have yet: what is open, and what settled since the last checkpoint. */
  unindexed(): readonly Item[] {
    const { items } = this.#state;
    return [...this.#outside.values(), ...items].filter((item) => item.open || item.seq > this.#checkpointSeq);
  }

  append(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    const events = this.#numbered(bodies);
    this.#fold(events);
    this.#context.transcripts.append(events);
    this.#publish(events);
  }

  /** The same, but it is on disk before anyone sees it; where that fails it did not happen. */
  appendOnDisk(bodies: readonly SessionEventBody[]): Result<null> {
    const events = this.#numbered(bodies);
    const written = this.#context.transcripts.appendOnDisk(events);
    if (!written.ok) return written;
    this.#fold(events);
    this.#publish(events);
    return written;
  }

  #numbered(bodies: readonly SessionEventBody[]): SessionEvent[] {
    const at = this.#context.clock.now();
    const { sessionId, seq } = this.#state;
    return bodies.map((body, index): SessionEvent => ({ seq: seq + 1 + index, at, sessionId, ...body }));
  }

  #publish(events: readonly SessionEvent[]): void {
    if (events.some((event) => event.type === 'transcript.cleared')) {
      this.#hasOlder = false;
      this.#outside.clear();
      this.#terminalsOutside.clear();
    }
    for (const event of events) this.events.publish(event);
    this.#sinceCheckpoint += events.length;
    this.#scheduleCheckpoint();
  }

  /** Head and changed items to the store, and the window trimmed while no turn needs it. */
  checkpoint(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#sinceCheckpoint === 0) return;
    const { items, ...head } = this.#state;
    const changed = items.filter((item) => item.seq > this.#checkpointSeq);
    this.#context.transcripts.checkpoint(head satisfies SessionHead, [...this.#outside.values(), ...changed]);
    this.#outside.clear();
    this.#checkpointSeq = head.seq;
    this.#sinceCheckpoint = 0;
    if (isTurnOpen(this.#state.turn) || this.#state.requests.length > 0) return;
    this.#hold(trimToFirstLook(this.#state));
  }

  /** Lets the window go while nobody looks and nothing is open: its items are in the store, and the head stays. */
  cool(): void {
    if (isTurnOpen(this.#state.turn) || this.#state.requests.length > 0) return;
    this.checkpoint();
    this.#hold(trimWindow(this.#state, 0));
    this.#isCold = this.#hasOlder;
  }

  #hold(trimmed: SessionState): void {
    if (trimmed === this.#state) return;
    this.#noteTerminals(this.#state.items.slice(0, this.#state.items.length - trimmed.items.length));
    this.#hasOlder = true;
    this.#state = trimmed;
  }

  /** What the page starts from: the newest items and all that is open. */
  snapshot(): { state: SessionState; hasOlder: boolean } {
    this.#warm();
    const state = trimToFirstLook(this.#state);
    return { state, hasOlder: this.#hasOlder || state !== this.#state };
  }

  /** One page before what has come since the window was let go. */
  #warm(): void {
    if (!this.#isCold) return;
    this.checkpoint();
    const { items, nextOrdinal, sessionId } = this.#state;
    const page = this.#context.transcripts.page(sessionId, { before: items[0]?.ordinal ?? nextOrdinal });
    if (!page.ok) return this.#context.onDefect('window of a session', new AppFailure(page.error));
    this.#state = prependPage(this.#state, page.value.items);
    this.#hasOlder = page.value.hasOlder;
    this.#isCold = false;
  }

  close(): void {
    this.checkpoint();
  }

  #fold(events: readonly SessionEvent[]): void {
    for (const event of events) this.#foldOutside(event);
    this.#state = reduceEvents(this.#state, events);
  }

  /** An older item that this event rewrites is not in the window: it is folded by itself, from the store. */
  #foldOutside(event: SessionEvent): void {
    const first = this.#state.items[0]?.ordinal ?? this.#state.nextOrdinal;
    for (const target of this.#targetsOf(event)) {
      if (target >= first) continue;
      const old = this.older(target);
      if (old === undefined) continue;
      const folded = reduceEvents({ ...this.#state, items: [old] }, [event]).items[0];
      if (folded !== undefined && folded !== old) this.#outside.set(target, folded);
    }
  }

  #targetsOf(event: SessionEvent): readonly number[] {
    if (event.type === 'terminal.changed') return this.#terminalsOutside.get(event.terminalId) ?? [];
    const target = event.type === 'request.settled' ? this.#toolAskedAbout(event) : targetOf(event);
    return target === undefined ? [] : [target];
  }

  /** A permission's answer also changes the tool call that it was about. */
  #toolAskedAbout({ requestId }: Extract<SessionEvent, { type: 'request.settled' }>): number | undefined {
    const request = this.#state.requests.find((waiting) => waiting.requestId === requestId);
    if (request?.kind !== 'permission' || !this.#hasOlder) return undefined;
    const { sessionId } = this.#state;
    return this.#context.transcripts.itemByToolCall(sessionId, request.toolCall.toolCallId, 'toolCall')?.ordinal;
  }

  #noteTerminals(leaving: readonly Item[]): void {
    for (const item of leaving) {
      if (item.kind !== 'toolCall') continue;
      for (const part of item.content) {
        if (part.type !== 'terminal' || this.#state.terminals[part.terminalId] === undefined) continue;
        const known = this.#terminalsOutside.get(part.terminalId) ?? [];
        this.#terminalsOutside.set(part.terminalId, [...known, item.ordinal]);
      }
    }
  }

  #scheduleCheckpoint(): void {
    if (this.#sinceCheckpoint >= CHECKPOINT_EVENTS) return this.#tryCheckpoint();
    this.#stopTimer ??= this.#context.clock.setTimer(CHECKPOINT_MS, () => {
      this.#stopTimer = null;
      this.#tryCheckpoint();
    });
  }

  #tryCheckpoint(): void {
    try {
      this.checkpoint();
    } catch (thrown) {
      // The events are still there; the next checkpoint carries all of it.
      this.#context.onDefect('checkpoint', thrown);
    }
  }
}

/** What is open has to be in the window, however far back it stands: events are folded into it without naming it. */
function holdsAllOpen({ turn, requests }: SessionHead, items: readonly Item[]): boolean {
  if (isTurnOpen(turn) && (items[0]?.ordinal ?? turn.firstOrdinal) > turn.firstOrdinal) return false;
  const held = new Set(items.map((item) => (item.kind === 'request' ? item.request.requestId : null)));
  return requests.every(({ requestId }) => held.has(requestId));
}

const targetOf = (event: SessionEvent): number | undefined => ('target' in event ? event.target : undefined);
