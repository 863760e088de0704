import { type Gap, Unfolding } from './unfolding';

/** What opens a part of a row; not a menu, and not what a request is answered with. */
const OPENERS =
  'button[aria-expanded="false"]:not([aria-haspopup]):not([role="toolbar"] *), details:not([open]) > summary';
/** What shows the raw parts of a tool, where nothing else of it has the match. */
const RAW = 'button[data-raw][aria-pressed="false"]';
/** Unchanged lines of an edit that are unfolded for a match at most: each of them is drawn. */
const MOST_UNFOLDED = 2000;
/** Of a box's height, so that nothing is passed over. */
const PAGE = 0.8;

/**
 * Leads to a match that is not drawn, one step after the other: opens what is closed, unfolds the unchanged lines of an
 * edit, and pages through what draws only the lines in view.
 */
export class Uncovering {
  readonly #pressed = new WeakSet<Element>();
  readonly #pages = new WeakMap<Element, number[]>();
  readonly #unfolding = new WeakMap<Element, Unfolding>();

  /** `near`: where in the text of the row the match stands, from 0 to 1. False: there is nothing left to try. */
  step(scope: HTMLElement, near: number): boolean {
    return this.#press(scope, OPENERS) || this.#page(scope, near) || this.#unfold(scope) || this.#press(scope, RAW);
  }

  #press(scope: HTMLElement, which: string): boolean {
    const button = [...scope.querySelectorAll<HTMLElement>(which)].find((one) => !this.#pressed.has(one));
    if (button === undefined) return false;
    this.#pressed.add(button);
    button.click();
    return true;
  }

  /** From the page where the match must about be (`near`, from 0 to 1) to those farther and farther from it. */
  #page(scope: HTMLElement, near: number): boolean {
    for (const box of scope.querySelectorAll<HTMLElement>('.diff-tall')) {
      const left = this.#pages.get(box) ?? pagesOf(box, near);
      this.#pages.set(box, left);
      const next = left.shift();
      if (next === undefined) continue;
      box.scrollTop = next;
      return true;
    }
    return false;
  }

  #unfold(scope: HTMLElement): boolean {
    for (const host of scope.querySelectorAll('diffs-container')) {
      const unfolding = this.#unfolding.get(host) ?? new Unfolding();
      this.#unfolding.set(host, unfolding);
      if (unfolding.step(gapsOf(host))) return true;
    }
    return false;
  }
}

function gapsOf(host: Element): Gap[] {
  return [...(host.shadowRoot?.querySelectorAll('[data-expand-button]') ?? [])].flatMap((button) => {
    const gap = button.closest('[data-separator]');
    const text = gap?.querySelector('[data-unmodified-lines]')?.textContent ?? '';
    if (Number(/\d+/.exec(text.replaceAll(/[.,\s]/g, ''))?.[0] ?? 0) > MOST_UNFOLDED) return [];
    const press = () =>
      // With Shift all of what is folded there.
      button.dispatchEvent(
        new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, shiftKey: true }),
      );
    return [{ key: `${gap?.getAttribute('data-expand-index') ?? ''} ${text}`, press }];
  });
}

function pagesOf({ scrollHeight, clientHeight }: HTMLElement, near: number): number[] {
  const step = Math.max(100, clientHeight * PAGE);
  const last = Math.max(0, scrollHeight - clientHeight);
  const pages = Array.from({ length: Math.ceil(last / step) + 1 }, (_, page) => Math.min(last, page * step));
  const wanted = near * scrollHeight - clientHeight / 2;
  return pages.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
}
