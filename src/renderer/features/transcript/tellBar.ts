/** How much of the width the scroll bar's gutter takes at each side. Another number only with another zoom or theme. */
export function tellBar(element: HTMLElement): void {
  const bar = `${(element.offsetWidth - element.clientWidth) / 2}px`;
  // The same once more would still cost the style of all rows.
  if (element.style.getPropertyValue('--bar') !== bar) element.style.setProperty('--bar', bar);
}
