import { useCallback, useRef, useState } from 'react';

/** Within so many pixels of the end one is at the end. Less than a line: whoever scrolls up one line has left it. */
const END_PIXELS = 4;
/** Within so many pixels of the beginning what came before is wanted. */
const START_PIXELS = 1600;

export interface Follow {
  /** The ref of the scrolling element. */
  setScroller: (element: HTMLDivElement | null) => (() => void) | undefined;
  scroller: { readonly current: HTMLDivElement | null };
  atEnd: boolean;
  /** What came before is about to be seen. False until it is known where the list stands. */
  nearStart: boolean;
  /** Goes to the end and stays there while more comes. */
  toEnd: () => void;
  /** The list itself moves to this offset: not the reader's doing. */
  moved: (offset: number) => void;
  /** The person was taken somewhere: that is where he wants to stay. */
  leaveEnd: () => void;
}

/**
 * Follows the end until the reader scrolls up, and again once the end is reached. What is followed is the reader's wish,
 * not where the list happens to stand: a picture that loads or a card that closes must not end it.
 */
export function useFollow(): Follow {
  const scroller = useRef<HTMLDivElement | null>(null);
  const following = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const own = useRef<number | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [nearStart, setNearStart] = useState(false);

  const pin = useCallback(() => {
    const element = scroller.current;
    if (element === null || !following.current) return;
    const top = element.scrollHeight - element.clientHeight;
    if (Math.abs(element.scrollTop - top) < 1) return;
    own.current = top;
    element.scrollTop = top;
  }, []);

  const toEnd = useCallback(() => {
    following.current = true;
    setAtEnd(true);
    pin();
  }, [pin]);

  const leaveEnd = useCallback(() => {
    following.current = false;
  }, []);

  const moved = useCallback((offset: number) => {
    own.current = offset;
  }, []);

  const setScroller = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      if (element === null) return undefined;
      // A log is no control; it is one stop of Tab because it scrolls.
      element.tabIndex = 0;
      const onScroll = () => {
        const { scrollTop: top, scrollHeight: height, clientHeight } = element;
        const before = last.current;
        last.current = { top, height };
        const ours = own.current !== null && Math.abs(own.current - top) < 2;
        own.current = null;
        if (!ours && top < before.top && height >= before.height) following.current = false;
        else if (!ours && top > before.top && height - clientHeight - top <= END_PIXELS) following.current = true;
        setAtEnd(following.current);
        setNearStart(top < START_PIXELS);
      };
      // A wheel's first step may be so small that it looks like the end still: the turn of the wheel is the wish.
      const onWheel = (event: WheelEvent) => {
        if (event.deltaY < 0 && element.scrollTop > 0) following.current = false;
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      element.addEventListener('wheel', onWheel, { passive: true });
      tellBar(element);
      const observer = new ResizeObserver(() => {
        tellBar(element);
        pin();
        setNearStart(element.scrollTop < START_PIXELS);
      });
      observer.observe(element);
      if (element.firstElementChild) observer.observe(element.firstElementChild);
      return () => {
        scroller.current = null;
        element.removeEventListener('scroll', onScroll);
        element.removeEventListener('wheel', onWheel);
        observer.disconnect();
      };
    },
    [pin],
  );

  return { setScroller, scroller, atEnd, nearStart, toEnd, moved, leaveEnd };
}

/** How much of the width the scroll bar's gutter takes at each side. Another number only with another zoom or theme. */
function tellBar(element: HTMLElement): void {
  const bar = `${(element.offsetWidth - element.clientWidth) / 2}px`;
  // The same once more would still cost the style of all rows.
  if (element.style.getPropertyValue('--bar') !== bar) element.style.setProperty('--bar', bar);
}
