import { useSyncExternalStore } from 'react';
import { useUi } from './ui';

/**
 * The sidebar stands beside everything. In a very narrow window (400 % zoom) there is no room beside it: it lies over the
 * page there, and only while it is asked for. As wide as `narrow` in tokens.css.
 */
const narrow = typeof matchMedia === 'undefined' ? null : matchMedia('(width < 560px)');

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    // What was asked for in another width is not asked for in this one.
    closeSidebar();
    listener();
  };
  narrow?.addEventListener('change', onChange);
  return () => narrow?.removeEventListener('change', onChange);
}

/** Whether it lies over the page, open or not. */
export const useSidebarOver = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false);

/** `focus`: what of it takes the focus as soon as it is there. */
export type SidebarFocus = 'row' | 'filter';

const marks = { row: '[data-session-row][tabindex="0"]', filter: '[data-session-filter]' } as const;

export const inSidebar = (focus: SidebarFocus): HTMLElement | null => document.querySelector<HTMLElement>(marks[focus]);

/** Gives the focus to a part of it, where it lies over the page as soon as it is open. */
export function goToSidebar(focus: SidebarFocus = 'row'): void {
  if (narrow?.matches) useUi.setState({ sidebarOver: focus });
  inSidebar(focus)?.focus();
}

export const closeSidebar = (): void => useUi.setState({ sidebarOver: null });
