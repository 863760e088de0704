import type { SessionId } from '@shared/ids';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionText } from '../../stores/sessionText';
import { tell } from '../../stores/ui';
import { copyText } from '../../ui/copyText';
import { copiedPart, copiedText, within } from './copiedPart';
import { firstOrdinal, lastOrdinal, type Row } from './rows';
import { useTranscriptPlace } from './transcriptContext';
import { selectedText, selectionIn } from './selectedText';
import { useDiffSelection } from './useDiffSelection';
import { rowOf } from './useKeptRows';
import { type SelectAs, useSessionSelection } from './useSessionSelection';

/**
 * A selection over several rows is copied as what was said and done between its ends, since most of those rows may not
 * be drawn: whole rows as the session's text, its first and last row as far as they are selected. A diff lies in a tree of
 * its own, which tells nobody where in it a selection ends: a row with one counts as whole. Within one row the text is the
 * browser's, but for formulas, and the HTML is structure alone. With nothing selected, the row that has the focus is copied. Returns what selects all of the
 * session, or from where one is to one of its ends.
 */
export function useCopy(
  sessionId: SessionId,
  rows: readonly Row[],
  scroller: Readonly<RefObject<HTMLElement | null>>,
): SelectAs {
  const { t } = useTranslation();
  const { agentName } = useTranscriptPlace();
  const { reach, select } = useSessionSelection(scroller);
  useDiffSelection(scroller);

  const copy = useEffectEvent(async (parts: Parts) => {
    const { text, isCut, error } = await sessionText(sessionId, parts.from, parts.before);
    if (error) return;
    const whole = `${parts.head}${text}${parts.tail}`.trim();
    const isCopied = await copyText(`${whole}\n`);
    if (!isCopied) tell(t('transcript.copyRefused'));
    else if (isCut) tell(t('transcript.copiedCut', { size: sizeOf(whole) }));
    else if (parts.isAll) tell(t('transcript.copiedAll', { size: sizeOf(whole) }));
  });
  const speakerOf = (row: Row): string => {
    if (row.kind !== 'item' || row.item.kind !== 'message') return '';
    return `## ${row.item.role === 'user' ? t('transcript.copyYou') : agentName}\n\n`;
  };
  /** Nothing is selected, and the keys are on a row: it is what is meant. */
  const copyItem = useEffectEvent(async (element: Element): Promise<void> => {
    const row = rows.find(({ key }) => key === element.getAttribute('data-row'));
    if (row === undefined) return;
    const { text, error } = await sessionText(sessionId, firstOrdinal(row) ?? 0, (lastOrdinal(row) ?? 0) + 1);
    if (error) return;
    // Who said it goes without saying where it is one message.
    const words = speakerOf(row) === '' ? text : text.replace(/^\s*## [^\n]*\n/, '');
    tell(t((await copyText(`${words.trim()}\n`)) ? 'transcript.copiedItem' : 'transcript.copyRefused'));
  });
  /** The part of the row that a selection begins in, and with which item all goes on. */
  const headOf = (element: HTMLElement | null, range: Range): { text: string; from: number } | null => {
    const row = rows.find(({ key }) => key === element?.dataset['row']);
    if (row === undefined || element === null) return null;
    const text = textOf(within(element, range));
    if (isDiff(range.startContainer) || isWhole(element, range, text))
      return { text: '', from: firstOrdinal(row) ?? 0 };
    return { text: text === '' ? '' : `${text}\n`, from: (lastOrdinal(row) ?? 0) + 1 };
  };
  /** The same where it ends. */
  const tailOf = (element: HTMLElement | null, range: Range): { text: string; before: number } | null => {
    const row = rows.find(({ key }) => key === element?.dataset['row']);
    if (row === undefined || element === null) return null;
    const text = textOf(within(element, range));
    if (isDiff(range.endContainer) || isWhole(element, range, text)) {
      return { text: '', before: (lastOrdinal(row) ?? 0) + 1 };
    }
    return { text: text === '' ? '' : `\n${speakerOf(row)}${text}`, before: firstOrdinal(row) ?? 0 };
  };
  const partsOf = useEffectEvent((selection: Selection): Parts | null => {
    const element = scroller.current;
    const [toStart, toEnd] = [reach() === 'start' || reach() === 'all', reach() === 'end' || reach() === 'all'];
    const range = selection.getRangeAt(0);
    const first = toStart ? null : rowOf(element, range.startContainer);
    const last = toEnd ? null : rowOf(element, range.endContainer);
    if (reach() === null && first === last) return null;
    const head = toStart ? { text: '', from: 0 } : headOf(first, range);
    const tail = toEnd ? { text: '', before: Number.MAX_SAFE_INTEGER } : tailOf(last, range);
    if (head === null || tail === null) return null;
    return { head: head.text, from: head.from, before: tail.before, tail: tail.text, isAll: toStart && toEnd };
  });

  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      const row = document.activeElement;
      if (selection?.type !== 'Range' && row !== null && rowOf(scroller.current, row) === row) {
        event.preventDefault();
        return void copyItem(row);
      }
      const diff = event.composedPath().find((node) => node instanceof ShadowRoot);
      const inDiff = diff === undefined || rowOf(scroller.current, diff.host) === null ? null : selectionIn(diff);
      if (diff !== undefined && inDiff !== null) {
        const lines = document.createElement('pre');
        lines.textContent = inDiff.toString();
        return put(event, lines.textContent, lines.outerHTML);
      }
      if (selection === null || selection.isCollapsed || isWriting()) return undefined;
      const parts = partsOf(selection);
      if (parts !== null) {
        event.preventDefault();
        return void copy(parts);
      }
      const range = selection.getRangeAt(0);
      const inside = rowOf(scroller.current, range.commonAncestorContainer);
      // Of a diff that is selected from outside of it only the browser knows the part.
      if (inside === null || range.cloneContents().querySelector('diffs-container') !== null) return undefined;
      const { text, html, hasFormula } = copiedPart(range);
      return put(event, hasFormula ? text : selectedText(selection, inside), html);
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, [scroller]);
  return select;
}

function put(event: ClipboardEvent, text: string, html: string): void {
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
  event.clipboardData?.setData('text/html', html);
}

interface Parts {
  head: string;
  from: number;
  before: number;
  tail: string;
  isAll: boolean;
}

const isDiff = (node: Node): boolean => node instanceof Element && node.matches('diffs-container');

/** A row of controls alone has no text of its own, and is part of the selection only where that does not end before it. */
const isWhole = (row: Element, range: Range, text: string): boolean =>
  text === textOf(within(row, document.createRange())) && within(row, range).toString() !== '';

const textOf = (range: Range): string => copiedText(range).trim();

const isWriting = (): boolean =>
  document.activeElement instanceof HTMLElement && document.activeElement.matches('input, textarea');

function sizeOf(text: string): string {
  const bytes = text.length;
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
