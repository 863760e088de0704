/** The scrolling element of the transcript on screen. */
export const transcriptElement = (): HTMLElement | null => document.querySelector<HTMLElement>('.transcript');

/** Which item's row stands at the upper edge of the transcript; null: no transcript is on screen. */
export function readingOrdinal(): number | null {
  const scroller = transcriptElement();
  if (scroller === null) return null;
  const edge = scroller.getBoundingClientRect().top + 1;
  let top = Infinity;
  let found: number | null = null;
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-ordinal]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom <= edge || box.top >= top) continue;
    top = box.top;
    found = Number(row.dataset['ordinal']);
  }
  return found;
}
