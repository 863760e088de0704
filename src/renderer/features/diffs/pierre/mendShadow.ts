import type { TFunction } from 'i18next';

/**
 * What the library writes into its shadow tree is English and for the mouse alone: the words become ours, its buttons
 * get a name and a place in the order of the Tab key, what scrolls can be reached, and the column of line numbers, which
 * stands before all lines, is not read out.
 */
export function mendShadow(host: HTMLElement, t: TFunction): void {
  const root = host.shadowRoot;
  if (!root) return;
  for (const element of root.querySelectorAll<HTMLElement>('[data-unmodified-lines]')) {
    const count = /\d+/.exec(element.textContent ?? '')?.[0];
    if (count !== undefined) element.textContent = t('tools.unchangedLines', { count: Number(count) });
    else if (element.dataset['mended'] === undefined) element.textContent = t('tools.moreContext');
    element.dataset['mended'] = '';
  }
  for (const number of root.querySelectorAll('[data-column-number]:not([aria-hidden])')) {
    number.setAttribute('aria-hidden', 'true');
  }
  for (const button of root.querySelectorAll<HTMLElement>('[data-expand-button]')) {
    if ('expandAllButton' in button.dataset) button.textContent = t('tools.expandAll');
    else button.setAttribute('aria-label', t(nameOf(button)));
    button.tabIndex = 0;
  }
  for (const code of root.querySelectorAll<HTMLElement>('[data-code]')) {
    if (code.scrollWidth > code.clientWidth + 1) code.tabIndex = 0;
    else code.removeAttribute('tabindex');
  }
}

/** Its "up" brings the lines that follow what stands above: they are below it. */
function nameOf({ dataset }: HTMLElement) {
  if ('expandUp' in dataset) return 'tools.moreBelow';
  return 'expandDown' in dataset ? 'tools.moreAbove' : 'tools.expandBoth';
}

/** Its buttons are `div`s: what Enter and Space do is a click. */
export function pressByKey(event: KeyboardEvent): void {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement) || !target.hasAttribute('data-expand-button')) return;
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  target.click();
}
