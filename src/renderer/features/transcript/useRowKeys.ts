import type { SessionId } from '@shared/ids';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useApp } from '../../stores/app';
import { closeFind } from '../../stores/find';
import { tellReach } from './rowRing';
import type { Row } from './rows';
import { rowOf } from './useKeptRows';
import type { SelectAs } from './useSessionSelection';

export interface RowKeysOptions {
  sessionId: SessionId;
  rows: readonly Row[];
  scroller: Readonly<RefObject<HTMLElement | null>>;
  /** Brings the row into view, drawn. */
  bring: (index: number) => void;
  toStart: () => void;
  toEnd: () => void;
  /** Selects all of the session, or from where one is to one of its ends; false: there is nothing to select from. */
  select: SelectAs;
}

/** What opens and closes a card or a part of it; not a button with a menu. */
const OPENERS = 'button[aria-expanded]:not([aria-haspopup]), summary';
/** So long a row may take to be drawn. */
const MOST_FRAMES = 30;

/** Keys inside of the transcript, which are nobody's who writes there. The browser itself scrolls by line and page. */
export function useRowKeys(options: RowKeysOptions): void {
  const { scroller } = options;
  const walk = useEffectEvent((by: 1 | -1) => {
    const { rows, bring } = options;
    const element = scroller.current;
    if (element === null) return;
    const from = rowOf(element, document.activeElement) ?? rowAtTop(element, by);
    const at = rows.findIndex(({ key }) => key === from?.dataset['row']);
    const isOn = from?.contains(document.activeElement) === true;
    const to = Math.max(0, Math.min(rows.length - 1, isOn ? at + by : at));
    const key = rows[to]?.key;
    if (key === undefined) return;
    bring(to);
    focusRow(element, key, MOST_FRAMES);
  });
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const { target } = event;
    const element = scroller.current;
    if (!(target instanceof HTMLElement) || element === null || event.isComposing || event.defaultPrevented)
      return false;
    if (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]')) return false;
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') {
      return options.select('all');
    }
    const reach = reachOf(event);
    if (reach !== null) return options.select(reach);
    if (isMod || event.altKey || event.shiftKey) return false;
    // Cards that wait for an answer have keys of their own.
    const isOnRow = target === element || target.matches('[data-row]');
    if (!isOnRow) return false;
    if (event.key === 'j') walk(1);
    else if (event.key === 'k') walk(-1);
    else if (event.key === 'Home') options.toStart();
    else if (event.key === 'End') options.toEnd();
    else if (event.key === 'Escape') return closeFind(options.sessionId, null, true);
    else if (event.key === 'Enter' && target !== element) {
      target.querySelector<HTMLElement>(OPENERS)?.click();
    } else return false;
    return true;
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (event: KeyboardEvent) => {
      if (onKey(event)) event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('[data-row]')) tellReach(target);
    };
    element?.addEventListener('keydown', listen);
    element?.addEventListener('focusin', onFocus);
    return () => {
      element?.removeEventListener('keydown', listen);
      element?.removeEventListener('focusin', onFocus);
    };
  }, [scroller]);
}

/** To which end of the session a key selects. The browser would go no further than to what is drawn. */
function reachOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): 'start' | 'end' | null {
  if (!shiftKey || altKey) return null;
  const isMac = useApp.getState().app?.platform === 'darwin';
  if (isMac && metaKey && key === 'ArrowUp') return 'start';
  if (isMac && metaKey && key === 'ArrowDown') return 'end';
  if (!ctrlKey && !metaKey && !isMac) return null;
  return key === 'Home' ? 'start' : key === 'End' ? 'end' : null;
}

/** Where one begins to walk: the first row that is whole in view, or going up the last. */
function rowAtTop(scroller: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const view = scroller.getBoundingClientRect();
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-row]')]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
    .sort((a, b) => a.box.top - b.box.top);
  const whole = rows.filter(({ box }) => box.top >= view.top - 1 && box.bottom <= view.bottom + 1);
  const of = whole.length > 0 ? whole : rows;
  return (by === 1 ? of[0] : of.at(-1))?.row;
}

function focusRow(scroller: HTMLElement, key: string, framesLeft: number): void {
  const row = scroller.querySelector<HTMLElement>(`[data-row="${key}"]`);
  if (row !== null) row.focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusRow(scroller, key, framesLeft - 1));
}
