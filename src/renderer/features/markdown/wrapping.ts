import { create } from 'zustand';

/** Blocks whose long lines are wrapped, by how they begin: rows come and go as one scrolls, what was chosen stays. */
const useWrapped = create<{ wrapped: ReadonlySet<string> }>()(() => ({ wrapped: new Set() }));

const KEPT = 500;

/** A block that is still being written keeps its name: its first lines do not change any more. */
const nameOf = (info: string, code: string): string => `${info}\n${code.split('\n', 2).join('\n').slice(0, 400)}`;

export function useWrapping(info: string, code: string): { wraps: boolean; flip: () => void } {
  const name = nameOf(info, code);
  const wraps = useWrapped(({ wrapped }) => wrapped.has(name));
  return { wraps, flip: () => flip(name) };
}

function flip(name: string): void {
  useWrapped.setState(({ wrapped }) => {
    const next = new Set(wrapped);
    if (!next.delete(name)) next.add(name);
    const oldest = next.values().next().value;
    if (next.size > KEPT && oldest !== undefined) next.delete(oldest);
    return { wrapped: next };
  });
}
