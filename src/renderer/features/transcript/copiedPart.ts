import { copiedHtml } from './copiedHtml';

/** What nobody selects: words for screen readers, controls that are no words of a text, and what cannot be drawn a second time. */
const LEFT_OUT =
  '.sr-only, [aria-hidden="true"], button:not(.md-file-link, [data-mark]), [role="group"], [role="toolbar"], .code-head, textarea, select, img, diffs-container';

export interface CopiedPart {
  text: string;
  html: string;
  hasFormula: boolean;
}

/**
 * What is copied of a part of the page: the text as the browser itself would make it, and each formula as its source. The
 * browser's own copy breaks lines around a formula, since the drawing of it, which is left out, is made of blocks.
 */
export const copiedText = (range: Range): string => drawn(range, ({ innerText }) => innerText);

export const copiedPart = (range: Range): CopiedPart =>
  drawn(range, (holder, hasFormula) => ({
    text: holder.innerText,
    html: copiedHtml(holder, range.commonAncestorContainer),
    hasFormula,
  }));

function drawn<T>(range: Range, read: (holder: HTMLElement, hasFormula: boolean) => T): T {
  const holder = document.createElement('div');
  // Drawn, since line breaks follow from styles, and seen by nobody.
  holder.className = 'md sr-only';
  // What can be selected of it follows from what it is in.
  const from = range.commonAncestorContainer;
  const inside = from instanceof Element ? from : from.parentElement;
  if (inside !== null) holder.style.userSelect = getComputedStyle(inside).userSelect;
  holder.append(range.cloneContents());
  let hasFormula = false;
  for (const source of holder.querySelectorAll('.md-formula-source')) {
    hasFormula = true;
    const drawn = source.parentElement ?? source;
    drawn.replaceWith(sourceNode(source.textContent ?? '', drawn));
  }
  for (const element of holder.querySelectorAll(LEFT_OUT)) element.remove();
  document.body.append(holder);
  const part = read(holder, hasFormula);
  holder.remove();
  return part;
}

/** A formula by itself is a paragraph; one inside of a paragraph has its own line, or stands in the line. */
function sourceNode(source: string, drawn: Element): Node {
  if (!drawn.matches('.md-formula')) return document.createTextNode(source);
  const line = document.createElement(drawn.closest('p') === null ? 'p' : 'span');
  line.style.display = 'block';
  line.style.whiteSpace = 'pre-wrap';
  line.textContent = source;
  return line;
}

/** The part of the range that lies within the element. */
export function within(element: Element, range: Range): Range {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (element.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset);
  if (element.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
  return part;
}
