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
