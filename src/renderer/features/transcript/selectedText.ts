/**
 * What the browser itself would copy of a selection within one row. Its `toString` differs in two things: it also names the
 * heads of blocks of code, which cannot be selected, and it keeps hard spaces.
 */
export function selectedText(selection: Selection, row: HTMLElement): string {
  // Out of the text, and nothing moves; nothing is painted before they are back.
  row.dataset['copying'] = '';
  const text = selection.toString();
  delete row.dataset['copying'];
  return text.replaceAll('\u00A0', ' ');
}

/** The selection in the tree of a diff, which the page has no other way to. Only Chromium tells it. */
export function selectionIn(tree: ShadowRoot): Selection | null {
  if (!('getSelection' in tree) || typeof tree.getSelection !== 'function') return null;
  const selection: unknown = tree.getSelection();
  return selection instanceof Selection && selection.type === 'Range' ? selection : null;
}
