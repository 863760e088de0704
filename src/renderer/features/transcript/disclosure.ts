import { useCallback } from 'react';
import { create } from 'zustand';

/** What the person opened, by the row's own name. Rows come and go as one scrolls; what is open stays open. */
const useOpened = create<{ opened: ReadonlySet<string> }>()(() => ({ opened: new Set() }));

/** Enough for a day of reading; the oldest are let go. */
const KEPT = 2000;

function toggle(id: string): void {
  useOpened.setState(({ opened }) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    for (const oldest of next) {
      if (next.size <= KEPT) break;
      next.delete(oldest);
    }
    return { opened: next };
  });
}

/** `toggled` differs from how the row stands by default; `flip` changes it. */
export function useDisclosure(id: string): { toggled: boolean; flip: () => void } {
  const toggled = useOpened(({ opened }) => opened.has(id));
  const flip = useCallback(() => toggle(id), [id]);
  return { toggled, flip };
}
