import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { LeastEnd } from './leastEnd';
import { ListPlace } from './listPlace';
import { ReaderScroll } from './readerScroll';
import { ReachedEnd } from './reachedEnd';
import { ReadingAnchor } from './readingAnchor';
import { tellBar } from './tellBar';
import { TurnedPast } from './turnedPast';
import { useSteady } from './useSteady';
import { topIn, WAITS, waitingRow } from './waitingRow';

/** Within so many pixels of the end one is at the end. Less than a line: whoever scrolls up one line has left it. */
const END_PIXELS = 4;
/** Within so many pixels of the beginning what came before is wanted. */
const START_PIXELS = 3200;
/** The same at the end, where that is not the session's end. */
const NEAR_END_PIXELS = 1600;
/** Less than this below is air and no more of the transcript. */
const AIR_PIXELS = 48;
/** Above a card that is shown from its top. */
const CARD_MARGIN = 12;
/** A jump has arrived after so many frames in which the list did not scroll any more: its rows are measured by then. */
const JUMP_FRAMES = 4;
/** So long after the list itself has scrolled it may still be settling. */
const SETTLES_MS = 300;

export type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

export interface Follow {
  /** The ref of the scrolling element. */
  setScroller: (element: HTMLDivElement | null) => (() => void) | undefined;
  scroller: { readonly current: HTMLDivElement | null };
  atEnd: boolean;
  /** There is more below than can be seen. */
  hidesEnd: boolean;
  /** What came before is about to be seen. False until it is known where the list stands. */
  nearStart: boolean;
  /** What comes after is about to be seen; false until it is known where the list stands. */
  nearEnd: boolean;
  /** Goes to the end and stays there while more comes. */
  toEnd: () => void;
  /** Where the view begins in the list; its scroll offset may be another while the reader scrolls. */
  offset: () => number;
  /** Tells the list of it. */
  watch: (list: List, tell: (offset: number, isScrolling: boolean) => void) => void | (() => void);
  /** The list itself scrolls to this offset, by `scroll`: not the reader's doing. */
  moves: (offset: number, scroll: () => void) => void;
  /**
   * Rows have other heights or places: what is read, or followed, is brought to where it was. To be called before that is
   * painted. False: nothing is held.
   */
  settle: () => boolean;
  /** A place is held; otherwise the end is followed, or a jump is on its way. */
  isHolding: () => boolean;
  /** The list is as high as this now: to be told of each height that it is given. */
  sized: (total: number) => void;
  /** The person was taken somewhere: that is where he wants to stay. */
  leaveEnd: () => void;
  /** The requests that are open now: once the one that following stopped at is none of them, it goes on. */
  waiting: (requestIds: readonly string[]) => void;
}

/**
 * Follows the end until the reader scrolls up, and again once the end is reached. What is followed is the reader's wish,
 * not where the list happens to stand: a picture that loads or a card that closes must not end it.
 *
 * An open request whose beginning the end would hide is shown from its top, since it is to be read before it is
 * answered; there following rests until it is answered, wherever in the card the reader scrolls.
 *
 * `isLive` false: the list's end is not the session's, so reaching it means to read on, not to follow. `hasOlder`: its
 * beginning is not the session's either.
 */
export function useFollow(isLive: boolean, hasOlder: boolean): Follow {
  const scroller = useRef<HTMLDivElement | null>(null);
  const live = useRef(isLive);
  const whole = useRef(!hasOlder);
  useLayoutEffect(() => {
    live.current = isLive;
    whole.current = !hasOlder;
  }, [isLive, hasOlder]);
  const aim = useRef<'end' | 'card' | null>(isLive ? 'end' : null);
  /** The request whose card was last shown from its top: that is done once. */
  const shown = useRef<string | null>(null);
  /** The same while its answer makes us follow again, and where its top is. */
  const rests = useRef<{ requestId: string; top: number } | null>(null);
  const last = useRef({ top: 0, height: 0 });
  const own = useRef<number | null>(null);
  /** When the list itself was scrolled last. */
  const movedAt = useRef(-Infinity);
  const [least] = useState(() => new LeastEnd());
  const [reader] = useState(() => new ReaderScroll());
  const [past] = useState(() => new TurnedPast());
  const [reached] = useState(() => new ReachedEnd());
  const [anchor] = useState(() => new ReadingAnchor());
  const place = useRef<ListPlace | null>(null);
  /** Frames that are left of a jump; until then the list itself looks for its place. */
  const jumps = useRef(0);
  const [atEnd, setAtEnd] = useSteady(isLive);
  const [hidesEnd, setHidesEnd] = useSteady(false);
  const [nearStart, setNearStart] = useSteady(false);
  const [nearEnd, setNearEnd] = useSteady(false);

  const writes = useCallback(
    (top: number) => {
      own.current = top;
      movedAt.current = performance.now();
      const by = top - (scroller.current?.scrollTop ?? top);
      // Of what is held where one reads the way is not followed.
      if (aim.current !== null) past.followed(by, movedAt.current);
      else if (jumps.current > 0) reached.forget();
      else reached.moved(by);
    },
    [past, reached],
  );

  const pin = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const end = element.scrollHeight - element.clientHeight;
    least.viewed(element.clientHeight);
    if (end <= END_PIXELS && aim.current !== 'end') {
      // All of it is in view, its end too: in a taller window, or with a row closed.
      aim.current = 'end';
      anchor.drop();
      setAtEnd(true);
    }
    if (aim.current === null) return;
    place.current?.rest();
    const card = waitingRow(element);
    const start = card === null ? end : topIn(element, card) - CARD_MARGIN;
    const requestId = card?.getAttribute(WAITS) ?? null;
    // A card that one is working in is not moved because it grew.
    const isNew = requestId !== shown.current && card?.contains(document.activeElement) === false;
    if (aim.current === 'end' && requestId !== null && isNew && start < end) {
      aim.current = 'card';
      shown.current = requestId;
      setAtEnd(false);
    }
    if (aim.current === 'card') {
      if (requestId === null || requestId !== shown.current) return;
      rests.current = { requestId, top: start };
    }
    const top = aim.current === 'card' ? Math.min(start, end) : end;
    if (Math.abs(element.scrollTop - top) < 1) return;
    writes(top);
    element.scrollTop = top;
  }, [anchor, least, setAtEnd, writes]);

  const take = useCallback(() => {
    const element = scroller.current;
    if (element === null || place.current === null) return;
    anchor.take(element.getBoundingClientRect(), element.querySelectorAll<HTMLElement>('[data-row]'), place.current);
  }, [anchor]);

  const settle = useCallback((): boolean => {
    if (place.current === null || jumps.current > 0) return false;
    // The end is held by the list, which knows its height without asking for it; a card that is shown from its top by `pin`.
    if (aim.current !== null) return false;
    if (!anchor.isHeld) take();
    anchor.hold(place.current);
    return true;
  }, [anchor, take]);

  const sized = useCallback((total: number) => least.sized(total), [least]);
  const isHolding = useCallback(() => aim.current === null && jumps.current === 0, []);

  const toEnd = useCallback(() => {
    aim.current = 'end';
    anchor.drop();
    rests.current = null;
    setAtEnd(true);
    pin();
  }, [anchor, pin, setAtEnd]);

  const leaveEnd = useCallback(() => {
    aim.current = null;
    setAtEnd(false);
    anchor.drop();
    const isAlone = jumps.current === 0;
    jumps.current = JUMP_FRAMES;
    const step = () => {
      jumps.current -= 1;
      if (jumps.current > 0) requestAnimationFrame(step);
      else if (aim.current === null) take();
    };
    if (isAlone) requestAnimationFrame(step);
  }, [anchor, take, setAtEnd]);

  const waiting = useCallback(
    (requestIds: readonly string[]) => {
      if (rests.current !== null && !requestIds.includes(rests.current.requestId)) toEnd();
    },
    [toEnd],
  );

  const moves = useCallback(
    (offset: number, scroll: () => void) => {
      // Rows came before those in view, or at the end: what is read is held anyway, and by where it stands. The list's own
      // offset does not know yet how far the person has scrolled in this frame.
      if (isHolding() && anchor.isHeld) return;
      place.current?.rest();
      writes(offset);
      scroll();
      // In a window that showed all of it the list could not scroll. Once it can, and before any scrolling was told, it goes
      // where it could not go then. A card that is to be shown from its top is left to `pin`, once all has its height.
      const element = scroller.current;
      if (element !== null && aim.current === 'end' && last.current.top === 0 && jumps.current === 0) {
        const end = element.scrollHeight - element.clientHeight;
        if (element.scrollTop < end - END_PIXELS && waitingRow(element) === null) {
          writes(end);
          element.scrollTop = end;
        }
      }
      if (jumps.current > 0) jumps.current = JUMP_FRAMES;
    },
    [anchor, isHolding, writes],
  );

  const offset = useCallback(() => place.current?.offset ?? 0, []);
  const watch = useCallback<Follow['watch']>(
    (list, tell) =>
      observeElementOffset(list, (top, isScrolling) => tell(top + (place.current?.cut ?? 0), isScrolling)),
    [],
  );

  const setScroller = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      if (element === null) return undefined;
      // A log is no control; it is one stop of Tab because it scrolls.
      element.tabIndex = 0;
      const here = new ListPlace(element, {
        onMargin: (pixels) => {
          const list = element.firstElementChild;
          if (list instanceof HTMLElement) list.style.marginTop = pixels === 0 ? '' : `${pixels}px`;
        },
        onWrite: writes,
        isHeld: () => reader.isHeld,
        isWhole: () => whole.current,
      });
      place.current = here;
      const onScroll = () => {
        const { scrollTop: top, scrollHeight: height, clientHeight } = element;
        const before = last.current;
        const ours = own.current !== null && Math.abs(own.current - top) < 2;
        own.current = null;
        if (!ours) here.scrolling();
        if (!ours && top > before.top) anchor.leaveStart();
        // What has grown since the last frame was painted is no scrolling. Whoever comes to the beginning is there.
        if (isHolding() && (ours || !here.isAtStart)) settle();
        if (!ours && isHolding()) here.scrolled(before.top);
        last.current = { top: element.scrollTop, height };
        const isEnd = height - clientHeight - top <= END_PIXELS;
        // What a list that settles does to its own place is nobody's wish to leave its end.
        const isSettled = least.explains(top);
        const isUp = !ours && top < before.top && !isEnd && !isSettled;
        const isReaders = !ours && (reader.isLikely || performance.now() - movedAt.current > SETTLES_MS);
        const isSomebodys = isUp && (reader.repeats() || isReaders);
        const isDown = !ours && top > before.top && live.current;
        if (isDown && (isEnd || reached.isMet(top, performance.now(), before.top))) {
          aim.current = 'end';
          if (!isEnd) pin();
        } else if (isSomebodys || (isReaders && !isSettled && aim.current === 'card')) aim.current = null;
        else if (!ours && aim.current === 'end' && !isEnd) pin();
        if (!ours && rests.current !== null && top < rests.current.top - END_PIXELS) rests.current = null;
        setAtEnd(aim.current === 'end');
        setHidesEnd(height - clientHeight - top > AIR_PIXELS);
        if (aim.current !== null) anchor.drop();
        else if (
          jumps.current === 0 &&
          !ours &&
          (here.isAtStart || (whole.current && past.isMet(top, performance.now())))
        ) {
          anchor.takeStart(here);
        } else if (jumps.current === 0 && (!ours || !anchor.isHeld)) take();
        setNearStart(here.offset < START_PIXELS);
        setNearEnd(height - clientHeight - top < NEAR_END_PIXELS);
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      const onEnd = () => here.ended();
      element.addEventListener('scrollend', onEnd);
      const unwatch = reader.watch(element, {
        up: (pixels) => {
          if (element.scrollTop > 0) aim.current = null;
          past.turned(element.scrollTop, pixels, performance.now());
        },
        down: (at) => reached.pressed(at, element.scrollTop),
        begins: () => {
          past.forget();
          reached.forget();
          here.scrolling();
        },
        bottoms: () => {
          if (live.current) toEnd();
        },
        // Before text that comes in the same frame brings the end back, and nobody would know of it.
        focuses: () => {
          if (element.scrollTop < (own.current ?? last.current.top) - END_PIXELS) onScroll();
        },
      });
      tellBar(element);
      const observer = new ResizeObserver(() => {
        tellBar(element);
        pin();
        const end = element.scrollHeight - element.clientHeight;
        reached.is(end, performance.now());
        setHidesEnd(end - element.scrollTop > AIR_PIXELS);
        settle();
        setNearStart(here.offset < START_PIXELS);
        setNearEnd(element.scrollHeight - element.clientHeight - element.scrollTop < NEAR_END_PIXELS);
      });
      observer.observe(element);
      if (element.firstElementChild) observer.observe(element.firstElementChild);
      return () => {
        scroller.current = null;
        place.current = null;
        element.removeEventListener('scroll', onScroll);
        element.removeEventListener('scrollend', onEnd);
        unwatch();
        here.rest();
        observer.disconnect();
      };
    },
    [
      anchor,
      least,
      past,
      reached,
      reader,
      pin,
      toEnd,
      writes,
      settle,
      isHolding,
      take,
      setAtEnd,
      setHidesEnd,
      setNearStart,
      setNearEnd,
    ],
  );

  return {
    setScroller,
    scroller,
    atEnd,
    hidesEnd,
    nearStart,
    nearEnd,
    toEnd,
    moves,
    offset,
    watch,
    settle,
    isHolding,
    sized,
    leaveEnd,
    waiting,
  };
}
