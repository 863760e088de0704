import type { ListPlace } from './listPlace';

/**
 * What one reads at the upper edge of a view, down to the line of text, and where it stands within what is scrolled. It
 * is found anew with every scroll; in between whoever makes the content grow asks how far it has moved.
 */
export class ReadingAnchor {
  /** Innermost first: where React has put another node in its place, what that was in still tells. */
  #held: Held[] = [];
  /** Not a place in it but the beginning of all. */
  #isStart = false;

  get isHeld(): boolean {
    return this.#isStart || this.#held.length > 0;
  }

  drop(): void {
    this.#held = [];
    this.#isStart = false;
  }

  /** `rows`: what the list is made of, one below the other, in any order. */
  take(view: DOMRect, rows: Iterable<HTMLElement>, place: ListPlace): void {
    this.#isStart = false;
    const found = atEdge([...rows].sort(byTop), { top: view.top + 1, bottom: view.bottom });
    this.#held = found.map((mark) => ({ ...mark, place: topOf(mark) + place.offset }));
  }

  /** Whoever comes to the beginning sees it, also where its rows are not even drawn yet. */
  takeStart(place: ListPlace): void {
    this.#held = [];
    this.#isStart = true;
    place.toStart();
  }

  /** One scrolls on from the beginning. */
  leaveStart(): void {
    this.#isStart = false;
  }

  /**
   * Where what is read has moved, the list is moved so that it is painted where it was. An offset is a whole pixel of the
   * device; what is left over is made good next time, so that it never adds up.
   */
  hold(place: ListPlace): void {
    if (this.#isStart) {
      place.toStart();
      return;
    }
    const here = this.#held.filter(({ node }) => node.isConnected);
    const [nearest] = here;
    if (nearest === undefined) return;
    const tops = here.map((held) => topOf(held) + place.offset);
    const drift = (tops[0] ?? 0) - nearest.place;
    if (Math.abs(drift) < LEAST / devicePixelRatio) return;
    const left = place.moveBy(drift);
    // What an end of the list has no room for is not owed.
    const owed = Math.abs(left) < 1 ? left : 0;
    for (const [at, held] of here.entries()) held.place = (tops[at] ?? 0) - owed;
  }
}

/** Of a device's pixel: less cannot be scrolled. */
const LEAST = 0.5;

/** A node, or for a text the character from which on it is meant. */
interface Mark {
  node: Node;
  at: number;
}

interface Held extends Mark {
  place: number;
}

interface Edges {
  top: number;
  bottom: number;
}

/** The first thing in view that the upper edge does not cut, and all that it is in; a text is cut between its lines. */
function atEdge(nodes: readonly Node[], edges: Edges): Mark[] {
  let cut: Mark[] = [];
  for (const node of nodes.slice(firstBelow(nodes, edges.top))) {
    const box = boxOf(node);
    if (box.height === 0 || box.bottom <= edges.top) continue;
    if (box.top >= edges.bottom) break;
    const mark = { node, at: -1 };
    if (node instanceof Text) return [box.top < edges.top ? { node, at: characterAt(node, edges.top) } : mark];
    if (!(node instanceof Element) || !isInFlow(node)) continue;
    if (box.top >= edges.top) return [mark];
    const inside = isScrolled(node) ? [] : atEdge([...node.childNodes], edges);
    if (inside.length > 0) return [...inside, mark];
    // Nothing but its own end is in view: a picture, a margin. What follows is nearer to what is read.
    cut = [mark];
  }
  return cut;
}

/** Blocks follow each other downwards, so most of many need not be looked at. */
function firstBelow(nodes: readonly Node[], top: number): number {
  let low = 0;
  let high = nodes.length;
  while (high - low > 24) {
    const middle = (low + high) >> 1;
    const node = nodes[middle];
    const box = node === undefined ? null : boxOf(node);
    // Of one that has no place nothing can be told.
    if (box === null || box.height === 0) break;
    if (box.bottom <= top) low = middle + 1;
    else high = middle + 1;
  }
  return low;
}

/** The first character of the first line that the edge does not hide. */
function characterAt(text: Text, top: number): number {
  let low = 0;
  let high = text.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxOf(text, middle).bottom <= top) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
}

/** Some characters at once: a single one may be a space at a line's end, which has no place. */
const SOME = 8;

function boxOf(node: Node, at = -1): DOMRect {
  if (node instanceof Element) return node.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(node);
  if (at >= 0 && node instanceof Text) {
    range.setStart(node, Math.min(at, node.length));
    range.setEnd(node, Math.min(at + SOME, node.length));
  }
  return range.getBoundingClientRect();
}

const topOf = ({ node, at }: Mark): number => boxOf(node, at).top;

const byTop = (a: HTMLElement, b: HTMLElement): number => a.getBoundingClientRect().top - b.getBoundingClientRect().top;

/** What is placed by itself says nothing about the text around it. */
const isInFlow = (element: Element): boolean =>
  element.matches('[data-row]') || !/^(absolute|fixed|sticky)$/.test(getComputedStyle(element).position);

/** What stands in a box that scrolls by itself moves with that. */
const isScrolled = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
