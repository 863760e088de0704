import type { Theme } from '@shared/settings';

const dark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
let wanted: Theme = 'system';

function paint(): void {
  const shown = wanted === 'system' ? (dark?.matches ? 'dark' : 'light') : wanted;
  if (document.documentElement.dataset['theme'] !== shown) document.documentElement.dataset['theme'] = shown;
}

/** Follows the system live while `system` is wanted. */
export function applyTheme(theme: Theme): void {
  wanted = theme;
  paint();
}

dark?.addEventListener('change', paint);

/** Calls `listener` whenever the theme changes. Returns its own end. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
