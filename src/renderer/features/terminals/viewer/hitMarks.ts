import type { Hit } from './blobRows';

/**
 * Marks hits in rows that are drawn, by Chromium's own highlights: the rows' elements stay as they are. `rowOf` gives the
 * element of a row, where there is one.
 */
export function markHits(hits: readonly Hit[], length: number, at: number, rowOf: (row: number) => Element | null) {
  const all: Range[] = [];
  const one: Range[] = [];
  for (const [index, hit] of hits.entries()) {
    const element = rowOf(hit.row);
    const range = element && rangeIn(element, hit.column, hit.column + length);
    if (range) (index === at ? one : all).push(range);
  }
  CSS.highlights.set('viewer-hit', new Highlight(...all));
  CSS.highlights.set('viewer-hit-at', new Highlight(...one));
}

export function clearHits(): void {
  CSS.highlights.delete('viewer-hit');
  CSS.highlights.delete('viewer-hit-at');
}

/** Hits of rows from `first` to before `end`, which are sorted by row. */
export function hitsBetween(hits: readonly Hit[], first: number, end: number): { from: number; hits: readonly Hit[] } {
  const from = lowerBound(hits, first);
  return { from, hits: hits.slice(from, lowerBound(hits, end)) };
}

function lowerBound(hits: readonly Hit[], row: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.row ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rangeIn(element: Element, from: number, to: number): Range | null {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!begun && from < at + length) {
      range.setStart(node, from - at);
      begun = true;
    }
    if (begun) {
      range.setEnd(node, Math.min(length, to - at));
      if (to <= at + length) return range;
    }
    at += length;
  }
  return begun ? range : null;
}
