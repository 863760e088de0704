import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import type { Row } from './rows';

/**
 * While the end is followed, the row that grows there is measured in the commit that made it grow, not by the observer of the
 * frame after: so the list is as high as it will be, and scrolled to its end, before that frame begins, and the scrolling's
 * event is a part of it. Told later it would make a frame of its own, with a look at what is below the pointer.
 */
export function useGrowingEnd(
  list: Virtualizer<HTMLDivElement, HTMLDivElement>,
  rows: readonly Row[],
  isFollowed: boolean,
): void {
  useLayoutEffect(() => {
    const last = rows.length - 1;
    const element = isFollowed ? list.elementsCache.get(rows[last]?.key ?? '') : undefined;
    if (element?.isConnected === true) list.resizeItem(last, element.offsetHeight);
  }, [list, rows, isFollowed]);
}
