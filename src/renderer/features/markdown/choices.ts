import { useCallback } from 'react';
import { create } from 'zustand';

/** What was chosen for a block, by what is in it: rows come and go as one scrolls, what was chosen stays. */
const useChosen = create<{ chosen: ReadonlySet<string> }>()(() => ({ chosen: new Set() }));

const KEPT = 500;

/** `name` tells the block from others; a part of its text that does not change any more. */
export function useChoice(what: 'wrap' | 'source', name: string): { chosen: boolean; flip: () => void } {
  const key = `${what}\n${name}`;
  const chosen = useChosen((state) => state.chosen.has(key));
  const change = useCallback(() => flip(key), [key]);
  return { chosen, flip: change };
}

function flip(key: string): void {
  useChosen.setState(({ chosen }) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    const oldest = next.values().next().value;
    if (next.size > KEPT && oldest !== undefined) next.delete(oldest);
    return { chosen: next };
  });
}
