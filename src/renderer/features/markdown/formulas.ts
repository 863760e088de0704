import { useSyncExternalStore } from 'react';

type Render = (tex: string, display: boolean) => string | null;

/** Longer ones are no formulas that anyone reads, and would hold the page. */
const LONGEST = 5000;
const KEPT = 400;

let render: Render | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();
const drawn = new Map<string, string | null>();

/** KaTeX comes with the first formula, not with the page. */
export function loadFormulas(): Promise<void> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([{ default: katex }]) => {
    render = (tex, displayMode) => {
      try {
        // Without trust no formula makes links or loads anything; sizes and macros are bounded.
        return katex.renderToString(tex, { displayMode, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 });
      } catch {
        // What TeX does not understand is shown as it is written.
        return null;
      }
    };
    for (const listener of listeners) listener();
  });
  return loading;
}

/** The formula as HTML; null: not yet, or not possible. */
export function useFormula(tex: string, display: boolean): string | null {
  const ready = useSyncExternalStore(subscribe, isReady, isReady);
  return ready && tex.length <= LONGEST ? drawFormula(tex, display) : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // What could not be loaded stays in its source, which is what is shown.
  void loadFormulas().catch(() => undefined);
  return () => void listeners.delete(listener);
}

const isReady = (): boolean => render !== null;

function drawFormula(tex: string, display: boolean): string | null {
  const key = `${display ? 'd' : 'i'}${tex}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const html = render?.(tex, display) ?? null;
  drawn.set(key, html);
  const oldest = drawn.keys().next().value;
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest);
  return html;
}
