import type { MouseEvent } from 'react';

/** The number that `notes` (see splitBlocks) gives a footnote; null: there is none of that name. */
export function noteNumber(notes: string, label: string): number | null {
  const pair = notes.split(' ').find((entry) => entry.slice(0, entry.lastIndexOf('=')) === label);
  return pair === undefined ? null : Number(pair.slice(pair.lastIndexOf('=') + 1));
}

/** Within the same answer: each has its own numbers. */
export function leadTo(event: MouseEvent, selector: string): void {
  const target = event.currentTarget.closest('.md')?.querySelector<HTMLElement>(selector);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
